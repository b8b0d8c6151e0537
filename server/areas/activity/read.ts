import type { z } from 'zod'
import { logPageSize, type LogRow, type suppliers } from '#contract/suppliers.ts'
import { sql, type Db } from '#server/platform/db.ts'

type Filters = z.output<typeof suppliers.activityLog.body>

/** A page of what was done to a record, by the specification's filters (document 2, section 3, Activity log filters). */
export async function activityPage(db: Db, f: Filters): Promise<LogRow[]> {
  const like = `%${f.search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<LogRow>`
    select activity_id, tm, type, message, action_by_name as action_by, entity, entity_id, reason, changes from activity
    where dropshipper_id = ${f.dropshipper_id} and ${f.search ? sql`(message ilike ${like} or reason ilike ${like} or changes::text ilike ${like})` : sql`true`} and ${f.type ? sql`type = ${f.type}` : sql`true`}
      and ${f.action_by ? sql`action_by_name = ${f.action_by}` : sql`true`} and ${f.start_date ? sql`tm >= ${f.start_date}::timestamptz` : sql`true`} and ${f.end_date ? sql`tm < ${f.end_date}::timestamptz + interval '1 day'` : sql`true`}
    order by activity_id ${sql.raw(f.oldest_first ? 'asc' : 'desc')} limit ${logPageSize} offset ${(f.page - 1) * logPageSize}`.execute(db)
  return rows
}

export async function activityChoices(db: Db, dropshipperId: number): Promise<{ types: string[]; support_reps: string[] }> {
  const { rows } = await sql<{ types: string[] | null; support_reps: string[] | null }>`
    select array_agg(distinct type) as types, array_agg(distinct action_by_name) as support_reps from (select type, action_by_name from activity where dropshipper_id = ${dropshipperId} order by activity_id desc limit 5000) x`.execute(
    db,
  )
  return { types: rows[0]?.types ?? [], support_reps: rows[0]?.support_reps ?? [] }
}
