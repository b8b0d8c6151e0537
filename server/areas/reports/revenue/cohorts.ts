import { fromCents } from '#contract/billing/cents.ts'
import { addMonths, dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { Cohort } from '#contract/reports/recurring-revenue.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'
import { readFreshness } from './freshness.ts'

interface Row {
  month: string
  came: number
  cells: { vendors: number; cents: number }[]
}

/** Vendors by the month in which they first paid: how many still pay at the end of each month since, and what. */
export async function getCohorts({ db, clock }: Ctx, { query }: Parsed<'getCohorts'>) {
  const today = dayOf(clock.now())
  const last = monthOf(today)
  const first = addMonths(last, 1 - query.months)
  const [{ rows }, freshness] = await Promise.all([
    sql<Row>`
      with month as (
        select month::date from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 month') month
      )
      select c.month::text, (
          select coalesce(sum(d.value), 0)::int
          from report_day d
          where d.measure = 'came' and d.day >= c.month and d.day < c.month + interval '1 month') as came,
        jsonb_agg(jsonb_build_object('vendors', coalesce(v.value, 0)::int, 'cents', coalesce(r.value, 0)::int8)
          order by m.month) as cells
      from month c
      join month m on m.month >= c.month
      left join report_day v
        on v.measure = 'cohort_vendors' and v.day = m.month and v.key = to_char(c.month, 'YYYY-MM')
      left join report_day r
        on r.measure = 'cohort_mrr' and r.day = m.month and r.key = to_char(c.month, 'YYYY-MM')
      group by c.month
      order by c.month desc`.execute(db),
    readFreshness(db),
  ])
  return {
    cohorts: rows.map(({ month, came, cells }): Cohort => ({
      month,
      came,
      cells: cells.map(({ vendors, cents }) => ({ vendors, mrr: fromCents(cents) })),
    })),
    today,
    ...freshness,
  }
}
