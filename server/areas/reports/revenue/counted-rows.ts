import type { RawBuilder } from 'kysely'
import { addDays, addMonths, dayOf } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed } from '#contract/index.ts'
import type { CountedNumber, CountedRowFilters, RevenueRow } from '#contract/reports/counted-rows.ts'
import { revenuePageSize } from '#contract/reports/monthly-revenue.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'
import { covers, movementsOf } from '../mrr.ts'
import { earnedShares } from './earned-shares.ts'
import { outcomesSince } from './unpaid-cards.ts'

type Filters = Pick<CountedRowFilters, 'kind' | 'cohort' | 'outcome'> & {
  /** The first and the last counted day. */
  start: string
  end: string
}
/** A query of vendor_id, day, kind, invoice_id and whole cents, whose sum is the number. */
type RowsOf = (filters: Filters) => RawBuilder<unknown>

const noInvoice = sql`null::int8`
const movements: RowsOf = ({ kind, ...range }) => sql`
  select vendor_id, day, kind, ${noInvoice} as invoice_id, cents
  from (${movementsOf(range)}) m
  where ${kind === undefined ? sql`true` : sql`kind = ${kind}`}`

const paying: RowsOf = ({ end, cohort }) => sql`
  select s.vendor_id, s.from_day as day, s.plan_name as kind, ${noInvoice} as invoice_id, s.mrr_cents as cents
  from mrr_span s
  where ${covers(end)} and ${
    cohort === undefined
      ? sql`true`
      : sql`(
        select date_trunc('month', min(f.from_day)) = ${monthOf(cohort)}::date
        from mrr_span f
        where f.vendor_id = s.vendor_id)`
  }`

const openingOf = (start: string) => sql`
  select s.vendor_id, s.from_day, s.mrr_cents from mrr_span s where ${covers(addDays(start, -1))}`
const closingOf = (end: string) => sql`select s.vendor_id, s.mrr_cents from mrr_span s where ${covers(end)}`

const left: RowsOf = ({ start, end }) => sql`
  select m.vendor_id, m.day, m.kind, ${noInvoice} as invoice_id, o.mrr_cents as cents
  from (${openingOf(start)}) o
  join lateral (
    select distinct on (m.vendor_id) m.vendor_id, m.day, m.kind
    from (${movementsOf({ start, end })}) m
    where m.vendor_id = o.vendor_id and m.kind like 'churn_%'
    order by m.vendor_id, m.day desc) m on true
  where not exists (select from mrr_span s where s.vendor_id = o.vendor_id and ${covers(end)})`

const lost: RowsOf = ({ start, end }) => sql`
  select m.vendor_id, m.day, m.kind, ${noInvoice} as invoice_id, -m.cents as cents
  from (${movementsOf({ start, end })}) m
  join (${openingOf(start)}) o using (vendor_id)
  where m.kind = 'contraction' or m.kind like 'churn_%'`

const retained: RowsOf = ({ start, end }) => sql`
  select o.vendor_id, ${end}::date as day, null::text as kind, ${noInvoice} as invoice_id,
    coalesce(c.mrr_cents, 0) - o.mrr_cents as cents
  from (${openingOf(start)}) o
  left join (${closingOf(end)}) c using (vendor_id)
  where c.mrr_cents is distinct from o.mrr_cents`

const issued =
  (condition: RawBuilder<unknown>, sign: 1 | -1 = 1): RowsOf =>
  ({ start, end }) =>
    sql`
  select i.vendor_id, i.issued_on as day, null::text as kind, i.invoice_id, (i.total * ${sql.lit(sign * 100)})::int8 as cents
  from invoice i
  where i.issued_on between ${start}::date and ${end}::date and ${condition}`

/**
 * What each invoice earned in the range. A part of a cent is carried from row to row, as it is from day to day in the
 * number, so that whole cents add up to it.
 */
const earned =
  (...keys: ('period' | 'once' | 'credited')[]): RowsOf =>
  ({ start, end }) =>
    sql`
  with share as materialized (
    select invoice_id, vendor_id, issued_on, key,
      rate * greatest(0, least(last - 1, ${end}::date) - greatest(first, ${start}::date) + 1)
      + case when last between ${start}::date and ${end}::date then cents - rate * (days - 1) else 0 end
      + case when first between ${start}::date and ${end}::date then rate * past else 0 end as exact
    from (${earnedShares({ from: start, until: end })}) s
    where key = any(${keys}::text[])
  ), before as (
    select k.key, coalesce(sum(d.value), 0) as upto
    from unnest(${keys}::text[]) k (key)
    left join report_day d on d.measure = 'earned' and d.key = k.key and d.day < ${start}::date
    group by k.key
  )
  select vendor_id, issued_on as day, null::text as kind, invoice_id,
    (round(upto + sum_upto) - round(upto + sum_upto - exact))::int8 as cents
  from (
    select *, sum(exact) over (partition by key order by invoice_id) as sum_upto
    from share
    where exact <> 0) s
  join before using (key)`

/** What is billed or credited and pays for days after the end. */
const deferred: RowsOf = ({ end }) => sql`
  select vendor_id, issued_on as day, null::text as kind, invoice_id,
    (cents - round(sum_upto) + round(sum_upto - exact))::int8 as cents
  from (
    select *, sum(exact) over (partition by key order by invoice_id) as sum_upto
    from (
      select *,
        rate * (greatest(0, ${end}::date - first + 1) + case when first <= ${end}::date then past else 0 end) as exact
      from (${earnedShares({ from: end, until: end })}) s
      where last > ${end}::date) e) s`

const writtenOff: RowsOf = ({ start, end }) => sql`
  select t.vendor_id, (t.tm at time zone 'UTC')::date as day, null::text as kind,
    substring(t.key from '^write-off (\d+)')::int8 as invoice_id, (p.amount * 100)::int8 as cents
  from ledger_transaction t
  join ledger_posting p using (ledger_transaction_id)
  where t.key like 'write-off %' and p.account = 'bad_debt'
    and t.tm >= ${start}::timestamp at time zone 'UTC' and t.tm < ${addDays(end, 1)}::timestamp at time zone 'UTC'`

const unpaid: RowsOf = ({ start, end, outcome }) => {
  const condition =
    outcome === 'recovered'
      ? sql`outcome not in ('written_off', 'open')`
      : sql`${outcome ?? null}::text is null or outcome = ${outcome ?? null}`
  return sql`
  select vendor_id, issued_on as day, outcome as kind, invoice_id, (total * 100)::int8 as cents
  from (${outcomesSince(start)}) o
  where issued_on <= ${end}::date and (${condition})`
}

const numbers: Record<CountedNumber, RowsOf> = {
  movements,
  paying,
  left,
  lost,
  retained,
  billed: issued(sql`i.kind <> 'credit_note' and i.period_starts is not null`),
  billed_once: issued(sql`i.kind <> 'credit_note' and i.period_starts is null`),
  credited: issued(sql`i.kind = 'credit_note'`, -1),
  earned: earned('period'),
  earned_once: earned('once'),
  earned_credited: earned('credited'),
  earned_net: earned('period', 'once', 'credited'),
  deferred,
  written_off: writtenOff,
  unpaid,
}

function rowsOf({ number, month, until = month, ...filters }: CountedRowFilters, today: string) {
  const start = monthOf(month)
  const last = addDays(addMonths(monthOf(until), 1), -1)
  return numbers[number]({ ...filters, start, end: last < today ? last : today })
}

interface Found extends Omit<RevenueRow, 'invoice'> {
  series: string | null
  number: number | null
}
const newestFirst = sql`r.day desc, abs(r.cents) desc, r.vendor_id, r.invoice_id, r.kind`
/** Rows `r` with the names of their vendors and the numbers of their invoices. */
const named = (rows: RawBuilder<unknown>) => sql`
  select concat_ws(' ', r.vendor_id, r.day, r.kind, r.invoice_id) as row, r.day::text as day, r.vendor_id, v.company,
    r.kind, i.invoice_id, i.series, i.number, (r.cents / 100.0)::numeric(14,2)::text as amount
  from (${rows}) r
  join vendor v using (vendor_id)
  left join invoice i using (invoice_id)
  order by ${newestFirst}`

/** The vendors or invoices of a number, newest first. */
export const countedRows = (filters: CountedRowFilters, today: string): RawBuilder<Found> =>
  sql<Found>`${named(rowsOf(filters, today))}`

export const toRevenueRow = ({ series, number, ...row }: Found): RevenueRow => ({
  ...row,
  invoice: series === null || number === null ? null : numberOf({ series, number }),
})

/** One page and what all rows add up to; the rows are worked out once for both. */
export async function listRevenueRows({ db, clock }: Ctx, { query }: Parsed<'listRevenueRows'>) {
  const { page, ...filters } = query
  const pageRows = sql`
    select * from counted r
    order by ${newestFirst}
    limit ${revenuePageSize} offset ${(page - 1) * revenuePageSize}`
  const { rows } = await sql<{ total: number; amount: string; rows: Found[] }>`
    with counted as materialized (${rowsOf(filters, dayOf(clock.now()))})
    select count(*)::int as total, (coalesce(sum(cents), 0) / 100.0)::numeric(14,2)::text as amount,
      (select coalesce(json_agg(p), '[]') from (${named(pageRows)}) p) as rows
    from counted`.execute(db)
  const found = singleRow(rows)
  return { ...found, rows: found.rows.map(toRevenueRow) }
}
