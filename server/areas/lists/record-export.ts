import { exportedLists } from '#contract/lists/exported.ts'
import { record, type Activity, type Services, type Who } from '#server/platform/services.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { filterWords } from './filter-words.ts'
import type { Request } from './make-file.ts'

type Export = Request & { list_export_id: number }

/** Logs who exported what, with the number of rows and the filters. */
export const recordExport = (
  tx: Tx,
  context: Pick<Services, 'lists'> & { who: Pick<Who, 'login_id' | 'name'>; requestId?: string },
  listExport: Export,
  summary: string,
) => record(tx, context, exportActivity(context, listExport, summary))

export function exportActivity(
  { lists }: Pick<Services, 'lists'>,
  { list_export_id, list, format, input }: Export,
  summary: string,
): Activity {
  const supplier = lists[list].ofSupplier?.(input as never) ?? null
  // the log's own supplier or vendor is left out of the text
  const vendor = lists[list].ofVendor?.(input as never) ?? null
  const { dropshipper_id, vendor_id, ...others } = input as { dropshipper_id?: number; vendor_id?: number }
  const filter = filterWords({
    ...others,
    ...(supplier === null && { dropshipper_id }),
    ...(vendor === null && { vendor_id }),
  })
  return {
    type: 'list.export',
    entity: 'list_export',
    entity_id: list_export_id,
    dropshipper_id: supplier,
    vendor_id: vendor,
    message:
      `${exportedLists[list].title} exported as ${format.toUpperCase()}, ${summary}` +
      `${filter && `; ${filter}`}`,
  }
}
