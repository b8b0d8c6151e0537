import type { EventType } from '#contract/activity/names.ts'
import type { FieldChange } from '#contract/refusals.ts'
import { sql, type Db, type Tx } from './db.ts'
import { Refusal } from '../http/errors.ts'
import type { Ctx } from '../services.ts'
import { singleRow } from './sql.ts'

/**
 * A record that a form edits: where the activity log keeps its changes, and which types of change the form
 * shows.
 */
export interface EditedRecord {
  entity: string
  id: number | string
  types: readonly EventType[]
  /** A change by another form that counts if it touches this field. */
  shares?: { type: EventType; field: string }
}

const changesOf = ({ entity, id, types, shares }: EditedRecord) => sql`
  from activity
  where entity = ${entity}
    and entity_id = ${String(id)}
    and type = any(${[...types, ...(shares ? [shares.type] : [])] as string[]})
    and (type is distinct from ${shares?.type ?? null} or changes ? ${shares?.field ?? null}::text)`

/**
 * The version a form opens: the id of the record's newest change (docs/domain/writes.md, Two people, one record).
 * Read it before the record, so that the record is never older than its version says.
 */
export async function versionOf(db: Db, record: EditedRecord): Promise<number> {
  const { rows } = await sql<{
    version: number | null
  }>`select max(activity_id) as version ${changesOf(record)}`.execute(db)
  return singleRow(rows).version ?? 0
}

/** The same for each row of a list: the newest change of the record whose id is in `idColumn`. */
export const versionColumn = (
  { entity, types }: Pick<EditedRecord, 'entity' | 'types'>,
  idColumn: string,
) => sql<number>`
  coalesce((
    select max(activity_id)
    from activity
    where entity = ${entity}
      and entity_id = ${sql.ref(idColumn)}::text
      and type = any(${types as string[]})), 0)`

/** How a refusal says since when something has changed. */
export const sinceOpened = 'after you opened it'
export const whenOpened = 'when you opened this page'

/**
 * Refuses to save a version that somebody else has changed since, and says what changed, by whom and when.
 * The record must be locked. Your own changes never conflict, nor does a save without a version.
 */
export async function refuseStale(
  tx: Tx,
  { who }: Pick<Ctx, 'who'>,
  record: EditedRecord,
  version: number | undefined,
): Promise<void> {
  if (version === undefined) return
  const { rows } = await sql<Change>`
    select activity_id, tm, action_by_name as by, message, changes
    ${changesOf(record)}
      and activity_id > ${version}
      and action_by is distinct from ${who.login_id}
    order by activity_id
    limit 50`.execute(tx)
  const last = rows.at(-1)
  if (!last) return
  const people = [...new Set(rows.map((row) => row.by))].join(' and ')
  throw new Refusal('conflict', `${people} changed this ${sinceOpened}: ${last.message}`, undefined, {
    version: last.activity_id,
    changed: rows.flatMap(changedFields),
  })
}

interface Change {
  activity_id: number
  tm: string
  by: string
  message: string
  changes: Record<string, { from: unknown; to: unknown }> | null
}

const changedFields = ({ tm, by: editor, changes }: Change): FieldChange[] =>
  Object.entries(changes ?? {}).map(([field, { from, to }]) => ({ field, from, to, by: editor, tm }))
