import { logPageSize, type LogRow } from '#contract/activity/activity-log.ts'
import type { Parsed } from '#contract/index.ts'
import { rowsOfSupplier } from '#server/areas/suppliers/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains } from '#server/platform/sql.ts'

type Filters = Parsed<'searchActivityLog'>['body']

/** The log with the choices of its filters. */
export async function getActivityLog({ db }: Ctx, { body }: Parsed<'getActivityLog'>) {
  const [logs, choices] = await Promise.all([
    activityPage(db, body),
    activityChoices(db, body.dropshipper_id),
  ])
  return { logs, ...choices }
}

export const searchActivityLog = async ({ db }: Ctx, { body }: Parsed<'searchActivityLog'>) => ({
  logs: await activityPage(db, body),
})

async function activityPage(db: Db, f: Filters): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    ${activityFound(f)}
    limit ${logPageSize}
    offset ${(f.page - 1) * logPageSize}`.execute(db)
  return rowsOfSupplier(db, f.dropshipper_id, rows)
}

/** What was done to a supplier, by the filters (docs/domain.md, Activity log). */
export function activityFound(f: Filters) {
  const like = contains(f.search)
  const conditions = [
    f.search && sql`(message ilike ${like} or reason ilike ${like} or changes::text ilike ${like})`,
    f.type && sql`type = ${f.type}`,
    f.action_by && sql`action_by_name = ${f.action_by}`,
    f.start_date && sql`tm >= ${f.start_date}::timestamptz`,
    f.end_date && sql`tm < ${f.end_date}::timestamptz + interval '1 day'`,
  ].filter((condition) => typeof condition === 'object')
  return sql<LogRow>`
    select activity_id, tm, type, message, action_by_name as action_by, entity, entity_id, reason, changes
    from activity
    where ${sql.join([sql`dropshipper_id = ${f.dropshipper_id}`, ...conditions], sql` and `)}
    order by activity_id ${sql.raw(f.oldest_first ? 'asc' : 'desc')}`
}

async function activityChoices(
  db: Db,
  dropshipperId: number,
): Promise<{ types: string[]; support_reps: string[] }> {
  const { rows } = await sql<{ types: string[] | null; support_reps: string[] | null }>`
    select array_agg(distinct type) as types, array_agg(distinct action_by_name) as support_reps
    from (
      select type, action_by_name
      from activity
      where dropshipper_id = ${dropshipperId}
      order by activity_id desc
      limit 5000) x`.execute(db)
  return { types: rows[0]?.types ?? [], support_reps: rows[0]?.support_reps ?? [] }
}
