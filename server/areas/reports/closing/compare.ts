import { sql, type Db } from '#server/platform/database/db.ts'
import { readClosedFigures } from './closed-figures.ts'

const mostMonths = 240
const mostReasons = 20
const isOfLedger = sql<boolean>`r.measure in ('collected', 'written_off')`
const isOfPapers = sql<boolean>`r.measure in ('billed', 'credited', 'earned', 'deferred')`

/**
 * Writes down where the figures of closed months differ from what they are now, and which changes made them differ. The
 * closed figures stay.
 */
export async function compareClosedMonths(
  db: Db,
  { month, today }: { month: string; today: string },
  marks: readonly string[],
  now: number,
): Promise<void> {
  const { rows: closed } = await sql<{ month: string }>`
    select month::text
    from report_closing
    where reopened_tm is null and month >= ${month}::date
    order by month
    limit ${mostMonths}`.execute(db)
  if (closed.length === 0) return
  const months = closed.map((row) => row.month)
  const current = await readClosedFigures(db, months, today)
  await sql`
    update report_month r
    set value_now = nullif(n.value, r.value),
      differs_tm = case when n.value <> r.value then ${new Date(now).toISOString()}::timestamptz end,
      differs_why = case
        when n.value = r.value then '[]'
        else (
          select coalesce(jsonb_agg(why), '[]')
          from (
            select why
            from jsonb_array_elements(r.differs_why) why
            union
            select jsonb_build_object('what', d.what, 'vendor_id', d.vendor_id, 'day', d.from_day)
            from report_dirty d
            where d.report_dirty_id = any(${marks as string[]}::bigint[])
              and d.from_day < r.month + interval '1 month'
              and (d.from_day >= r.month or r.measure not in ('collected', 'written_off', 'billed', 'credited'))
              and case
                when d.what in ('invoice', 'credit_note') then not ${isOfLedger}
                when d.what in ('period', 'period_over', 'status', 'subscription') then not (${isOfLedger} or ${isOfPapers})
                else ${isOfLedger}
              end
            limit ${mostReasons}) w)
      end
    from report_closing c, jsonb_to_recordset(${JSON.stringify(current)}::jsonb)
      as n (month date, measure text, key text, value bigint)
    where c.report_closing_id = r.report_closing_id and c.reopened_tm is null
      and n.month = r.month and n.measure = r.measure and n.key = r.key
      and n.value <> coalesce(r.value_now, r.value)`.execute(db)
}
