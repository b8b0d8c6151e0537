import { addDays } from '#contract/billing/days.ts'
import { sql } from '#server/platform/database/db.ts'
import { movedBetween } from '../monthly-revenue.ts'
import { covers, movementsOf } from '../mrr.ts'
import { earnedShares } from './earned-shares.ts'

/** The days that are made again: from the first changed one to today. */
interface Days {
  from: string
  today: string
  /** The first day of the month of `from`. */
  month: string
}
interface Measures {
  names: readonly string[]
  /** Whether they are of whole months, on the first day of each. */
  isMonthly?: boolean
  /** A query of day, measure, key and value. */
  rows: (days: Days) => ReturnType<typeof sql>
}

/** MRR and paying vendors at the end of each day. */
const recurring: Measures = {
  names: ['mrr', 'vendors'],
  rows: ({ from, today }) => sql`
    with change as (
      select greatest(from_day, ${from}::date) as day, mrr_cents as cents, 1 as vendors
      from mrr_span
      where from_day <= ${today}::date and (to_day is null or to_day > ${from}::date)
      union all
      select to_day, -mrr_cents, -1
      from mrr_span
      where to_day > ${from}::date and to_day <= ${today}::date
    ), standing as (
      select d.day, sum(coalesce(sum(c.cents), 0)) over w as cents, sum(coalesce(sum(c.vendors), 0)) over w as vendors
      from ${daysOf({ from, today })}
      left join change c using (day)
      group by d.day
      window w as (order by d.day)
    )
    select day, 'mrr', '', cents from standing
    union all
    select day, 'vendors', '', vendors from standing`,
}

/** What moved MRR each day, and how many vendors came for the first time. */
const movements: Measures = {
  names: ['movement', 'came'],
  rows: ({ from, today }) => sql`
    with movement as materialized (
      ${movementsOf({ start: from, end: today })}
    )
    select day, 'movement', kind, sum(cents) from movement group by day, kind
    union all
    select day, 'came', '', count(*) from movement where kind = 'new' group by day`,
}

/** Of the vendors of a month’s opening: who left, what they stopped paying, and what they pay at its end. */
const retention: Measures = {
  names: ['left', 'lost', 'retained'],
  isMonthly: true,
  rows: ({ month, today }) => sql`
    with month as (
      ${monthsOf({ month, today })}
    ), opening as materialized (
      select m.month, s.vendor_id, s.mrr_cents
      from month m
      join mrr_span s on ${covers(sql`m.month - 1`)}
    ), closing as materialized (
      select m.month, s.vendor_id, s.mrr_cents
      from month m
      join mrr_span s on ${covers(sql`m.last`)}
    ), kept as (
      select month, count(*) filter (where c.vendor_id is null) as vendors, coalesce(sum(c.mrr_cents), 0) as cents
      from opening
      left join closing c using (month, vendor_id)
      group by month
    )
    select month, 'left', '', vendors from kept
    union all
    select month, 'retained', '', cents from kept
    union all
    select o.month, 'lost', '', -sum(m.cents)
    from (${movementsOf({ start: month, end: today })}) m
    join opening o on o.vendor_id = m.vendor_id and o.month = date_trunc('month', m.day)::date
    where m.kind = 'contraction' or m.kind like 'churn_%'
    group by o.month`,
}

/** Vendors and their MRR at the end of each month, by the month in which they came. */
const cohorts: Measures = {
  names: ['cohort_vendors', 'cohort_mrr'],
  isMonthly: true,
  rows: ({ month, today }) => sql`
    with arrival as materialized (
      select vendor_id, to_char(min(from_day), 'YYYY-MM') as cohort from mrr_span group by vendor_id
    ), cell as (
      select m.month, a.cohort, count(*) as vendors, sum(s.mrr_cents) as cents
      from (${monthsOf({ month, today })}) m
      join mrr_span s on ${covers(sql`m.last`)}
      join arrival a using (vendor_id)
      group by m.month, a.cohort
    )
    select month, 'cohort_vendors', cohort, vendors from cell
    union all
    select month, 'cohort_mrr', cohort, cents from cell`,
}

/** Money that moved, by what it was for, and what was written off. */
const collected: Measures = {
  names: ['collected', 'written_off'],
  rows: ({ from, today }) => sql`
    select (tm at time zone 'UTC')::date, 'collected', what, sum(amount) * 100
    from (${movedBetween(from, addDays(today, 1))}) m
    group by 1, 3
    having sum(amount) <> 0
    union all
    select (t.tm at time zone 'UTC')::date, 'written_off', '', sum(p.amount) * 100
    from ledger_transaction t
    join ledger_posting p using (ledger_transaction_id)
    where t.key like 'write-off %' and p.account = 'bad_debt'
      and t.tm >= ${from}::timestamp at time zone 'UTC' and t.tm < ${addDays(today, 1)}::timestamp at time zone 'UTC'
    group by 1`,
}

/** Invoices and credit notes by issue date; invoices of a period apart from those for something once. */
const billed: Measures = {
  names: ['billed', 'credited'],
  rows: ({ from, today }) => sql`
    select issued_on, 'billed', case when period_starts is null then 'once' else 'period' end, sum(total) * 100
    from invoice
    where kind <> 'credit_note' and issued_on between ${from}::date and ${today}::date
    group by 1, 3
    union all
    select issued_on, 'credited', '', -sum(total) * 100
    from invoice
    where kind = 'credit_note' and issued_on between ${from}::date and ${today}::date
    group by 1`,
}

/** Billed money by the days that it pays for. */
const earned: Measures = {
  names: ['earned'],
  rows: ({ from, today }) => sql`
    with share as (
      ${earnedShares({ from, until: today })}
    ), change as (
      select key, greatest(first, ${from}::date) as day, rate as lasting, 0 as once
      from share
      where first < last and last > ${from}::date
      union all
      select key, last, case when first < last and last > ${from}::date then -rate else 0 end,
        cents - rate * (days - 1)
      from share
      union all
      select key, first, 0, rate * past
      from share
      where past > 0
    ), daily as (
      select d.day, k.key,
        sum(coalesce(sum(c.lasting), 0)) over (partition by k.key order by d.day) + coalesce(sum(c.once), 0) as cents
      from ${daysOf({ from, today })}
      cross join (values ('period'), ('once'), ('credited')) k (key)
      left join change c on c.day = d.day and c.key = k.key
      group by d.day, k.key
    )
    select day, 'earned', key, cents from daily where cents <> 0`,
}

const daysOf = ({ from, today }: Omit<Days, 'month'>) => sql`(
        select day::date
        from generate_series(${from}::timestamp, ${today}::timestamp, interval '1 day') day) d`
const monthsOf = ({ month, today }: Omit<Days, 'from'>) => sql`
      select month::date, least((month + interval '1 month')::date - 1, ${today}::date) as last
      from generate_series(${month}::timestamp, ${today}::timestamp, interval '1 month') month`

/** Every figure of `report_day`, those of one query together. */
export const allMeasures: readonly Measures[] = [
  recurring,
  movements,
  retention,
  cohorts,
  collected,
  billed,
  earned,
]
