import { addDays, addMonths, dayOf } from '#contract/billing/days.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Services } from '#server/platform/services.ts'
import { compareClosedMonths } from '../closing/compare.ts'
import { monthOf } from '../monthly-revenue.ts'
import { keepMrrSpans } from '../mrr-spans.ts'
import { allMeasures } from './measures.ts'

const mostMarks = 50_000
/** From this minute after midnight on, last month and this one are made again once a day. */
const nightlyMinutes = 20

/** Brings MRR and all figures by day up to date. */
export async function keepReports(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await keepMrrSpans(services)
  await keepReportDays(services)
}

/** Makes the figures by day anew from the first day that changed, each measure in a transaction of its own. */
async function keepReportDays({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const today = dayOf(now)
  const night = dayOf(now - nightlyMinutes * 60_000)
  const { marks, ...since } = await readSince(db)
  const lastMonth = addMonths(monthOf(today), -1)
  const from = [
    since.first_dirty,
    since.last_day && addDays(since.last_day, 1),
    since.last_day ? null : since.first_row,
    since.nightly_on !== null && since.nightly_on >= night ? null : lastMonth,
    since.last_day || since.first_row ? null : today,
  ].reduce<string>((least, day) => (day !== null && day < least ? day : least), addDays(today, 1))
  if (from <= today) {
    const days = { from, today, month: monthOf(from) }
    for (const { names, isMonthly = false, rows } of allMeasures)
      await db.transaction().execute(async (tx) => {
        await waitForTurn(tx)
        await sql`
          delete from report_day
          where measure = any(${names as string[]}::text[]) and day >= ${isMonthly ? days.month : from}::date`.execute(
          tx,
        )
        await sql`insert into report_day (day, measure, key, value) ${rows(days)}`.execute(tx)
      })
    await compareClosedMonths(db, days, marks, now)
  }
  await db.transaction().execute(async (tx) => {
    await waitForTurn(tx)
    await sql`delete from report_dirty where report_dirty_id = any(${marks}::bigint[])`.execute(tx)
    await sql`
      update report_kept
      set kept_tm = ${new Date(now).toISOString()}::timestamptz, nightly_on = ${night}::date`.execute(tx)
  })
}

/** What changed since the last time; what changes from now on has marks of its own. */
async function readSince(db: Db) {
  const { rows } = await sql<{
    marks: string[]
    first_dirty: string | null
    last_day: string | null
    first_row: string | null
    nightly_on: string | null
  }>`
    select m.marks, m.first_dirty::text, k.nightly_on::text,
      (select max(day)::text from report_day where measure = 'mrr') as last_day,
      least(
        (select min(from_day) from mrr_span),
        (select min(issued_on) from invoice),
        (select (min(tm) at time zone 'UTC')::date from ledger_transaction))::text as first_row
    from report_kept k
    cross join (
      select coalesce(array_agg(report_dirty_id::text), '{}') as marks, min(from_day) as first_dirty
      from (
        select report_dirty_id, from_day
        from report_dirty
        where spans_kept
        order by report_dirty_id
        limit ${mostMarks}) d) m`.execute(db)
  return singleRow(rows)
}

/** Two processes never write the same figures. */
const waitForTurn = (tx: Tx) => sql`select from report_kept for update`.execute(tx)
