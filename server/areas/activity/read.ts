import { logPageSize, type LogRow } from '#contract/activity/activity-log.ts'
import { staffEvents, typesByName } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import { rowsOfSupplier } from '#server/areas/supplier-record/public.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, sortOrder } from '#server/platform/database/sql.ts'

type OfSupplier = Parsed<'searchActivityLog'>['body']
type OfVendor = Parsed<'searchVendorLog'>['body']
type OfStaff = Parsed<'getStaffLog'>['body']
type Filters = OfSupplier | OfVendor | OfStaff

export const getActivityLog = ({ db }: Ctx, { body }: Parsed<'getActivityLog'>) => readLog(db, body)
export const searchActivityLog = ({ db }: Ctx, { body }: Parsed<'searchActivityLog'>) => readLog(db, body)
export const searchVendorLog = ({ db }: Ctx, { body }: Parsed<'searchVendorLog'>) => readLog(db, body)
export const getStaffLog = ({ db }: Ctx, { body }: Parsed<'getStaffLog'>) => readLog(db, body)

async function readLog(db: Db, filters: Filters) {
  const [logs, choices] = await Promise.all([activityPage(db, filters), activityChoices(db, filters)])
  return { logs, ...choices }
}

/** A vendor's log with the choices for its filters, changed fields included. */
export async function getVendorLog({ db }: Ctx, { body }: Parsed<'getVendorLog'>) {
  const [log, meta_keys] = await Promise.all([readLog(db, body), changedFields(db, body)])
  return { ...log, meta_keys }
}

async function activityPage(db: Db, f: Filters): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    ${activityFound(f)}
    limit ${logPageSize}
    offset ${(f.page - 1) * logPageSize}`.execute(db)
  if ('vendor_id' in f) return rowsOfVendor(db, f.vendor_id, rows)
  return 'dropshipper_id' in f ? rowsOfSupplier(db, f.dropshipper_id, rows) : rows
}

/** The record of a staff login is no vendor’s: only the log of staff has it. */
function ofRecord(f: Filters) {
  if ('vendor_id' in f)
    return sql`vendor_id = ${f.vendor_id}
      and not exists (select from vendor v where v.vendor_id = ${f.vendor_id} and v.is_staff)`
  return 'dropshipper_id' in f ? sql`dropshipper_id = ${f.dropshipper_id}` : ofStaff(f)
}

const ofStaff = ({ login_id }: OfStaff) => sql`(
    vendor_id = any(array(select v.vendor_id from vendor v where v.is_staff))
    or vendor_id is null and dropshipper_id is null and type = any(${[...staffEvents]}::text[]))
  ${
    login_id === undefined
      ? sql``
      : sql`and (
    action_by = ${login_id}
    or entity = 'login' and entity_id = ${String(login_id)}
    or vendor_id = (
      select l.vendor_id from login l where l.login_id = ${login_id} and l.role <> 'customer'))`
  }`

const keys = {
  by: sql`lower(action_by_name)`,
  type: sql`array_position(${[...typesByName]}::text[], type)`,
} as const

/** The activity of a supplier or a vendor, filtered (docs/domain/lists.md, Activity log). */
export function activityFound(f: Filters) {
  const like = contains(f.search)
  const conditions = [
    f.search && sql`(message ilike ${like} or reason ilike ${like} or changes::text ilike ${like})`,
    f.type && sql`type = ${f.type}`,
    f.action_by && sql`action_by_name = ${f.action_by}`,
    f.start_date && sql`tm >= ${f.start_date}::timestamptz`,
    f.end_date && sql`tm < ${f.end_date}::timestamptz + interval '1 day'`,
    ...('vendor_id' in f ? ofField(f) : []),
  ].filter((condition) => typeof condition === 'object')
  return sql<LogRow>`
    select activity_id, tm, type, message, action_by_name as action_by, entity, entity_id, reason, changes
    from activity
    where ${sql.join([ofRecord(f), ...conditions], sql` and `)}
    order by ${f.sort ? sql`${sortOrder(f.sort, keys).blanksLast},` : sql``}
      activity_id ${sql.raw(f.oldest_first ? 'asc' : 'desc')}`
}

/**
 * Entries that changed a field; if a value is given, from or to it. Without a field, the value of any
 * field.
 */
function ofField({ meta_key, meta_value }: OfVendor) {
  const hasChange = (change: string) => sql`(
    ${sql.raw(change)} ->> 'from' = ${meta_value}
    or ${sql.raw(change)} ->> 'to' = ${meta_value}
    -- somewhere in what has parts, such as a contact
    or (jsonb_typeof(${sql.raw(change)} -> 'to') in ('object', 'array')
      or jsonb_typeof(${sql.raw(change)} -> 'from') in ('object', 'array'))
      and exists (
        select from jsonb_path_query(${sql.raw(change)}, 'strict $.**') part
        where part #>> '{}' = ${meta_value}))`
  if (meta_key)
    return [
      sql`jsonb_exists(changes, ${meta_key})`,
      ...(meta_value
        ? [
            sql`exists (
              select
              from (select changes -> ${meta_key}::text as of) field
              where ${hasChange('field.of')})`,
          ]
        : []),
    ]
  return meta_value
    ? [sql`exists (select from jsonb_each(changes) field where ${hasChange('field.value')})`]
    : []
}

/** The choices for the filters come from this many of the newest entries. */
const chosenFrom = 5000

async function activityChoices(db: Db, f: Filters): Promise<{ types: string[]; support_reps: string[] }> {
  const { rows } = await sql<{ types: string[] | null; support_reps: string[] | null }>`
    select array_agg(distinct type) as types, array_agg(distinct action_by_name) as support_reps
    from (
      select type, action_by_name
      from activity
      where ${ofRecord(f)}
      order by activity_id desc
      limit ${sql.lit(chosenFrom)}) x`.execute(db)
  return { types: rows[0]?.types ?? [], support_reps: rows[0]?.support_reps ?? [] }
}

async function changedFields(db: Db, f: OfVendor): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct jsonb_object_keys(changes) as key
    from (
      select changes
      from activity
      where ${ofRecord(f)} and jsonb_typeof(changes) = 'object'
      order by activity_id desc
      limit ${sql.lit(chosenFrom)}) x
    order by key
    limit 500`.execute(db)
  return rows.map((row) => row.key)
}
