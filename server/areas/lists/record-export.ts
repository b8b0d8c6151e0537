import { exportedLists } from '#contract/lists/exported.ts'
import { record, type Activity, type Services, type Who } from '#server/platform/services.ts'
import type { Tx } from '#server/platform/db.ts'
import type { Request } from './file-of.ts'

type Export = Request & { list_export_id: number }

/** Who took what out, how many rows of it, and by which filter: for the activity log. */
export const recordExport = (
  tx: Tx,
  by: Pick<Services, 'lists'> & { who: Pick<Who, 'login_id' | 'name'>; requestId?: string },
  of: Export,
  what: string,
) => record(tx, by, exportActivity(by, of, what))

export function exportActivity(
  { lists }: Pick<Services, 'lists'>,
  { list_export_id, list, format, input }: Export,
  what: string,
): Activity {
  const filter = Object.entries(input as object)
    .flatMap(([key, value]) => filterText(key, value))
    .toSorted()
  return {
    type: 'list.export',
    entity: 'list_export',
    entity_id: list_export_id,
    dropshipper_id: lists[list].ofSupplier?.(input as never) ?? null,
    message:
      `${exportedLists[list].title} taken out as ${format.toUpperCase()}, ${what}` +
      `${filter.length ? `; ${filter.join(', ')}` : ''}`,
  }
}

/** Where in a list one is, is no filter; rows that were chosen by their ids are a number. */
const filterText = (key: string, value: unknown): string[] => {
  if (['page', 'current_page', 'before'].includes(key)) return []
  if (value === undefined || value === '' || value === false) return []
  if (!Array.isArray(value)) return [`${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  return value.length === 0 || key === 'ids' ? [] : [`${key} ${value.join(' or ')}`]
}
