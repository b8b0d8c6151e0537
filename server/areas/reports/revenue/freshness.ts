import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/** When the figures by day were brought up to date, and whether changes of more than two minutes ago wait. */
export async function readFreshness(db: Db): Promise<{ kept_tm: string | null; is_behind: boolean }> {
  const { rows } = await sql<{ kept_tm: string | null; is_behind: boolean }>`
    select kept_tm, exists (select from report_dirty where tm < now() - interval '2 minutes') as is_behind
    from report_kept`.execute(db)
  return singleRow(rows)
}
