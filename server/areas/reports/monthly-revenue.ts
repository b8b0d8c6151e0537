import { setUpType, transType } from '#contract/billing/charge-codes.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { addDays, addMonths, dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import {
  revenuePageSize,
  type MoneyKind,
  type MonthlyRevenue,
  type RevenueFigure,
  type RevenueMonth,
  type RevenuePayment,
  type RevenuePaymentFilters,
} from '#contract/reports/monthly-revenue.ts'
import { moneyAccounts } from '#server/areas/ledger/public.ts'
import { startOf } from '#server/areas/marketing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/**
 * What came in and went out between two days, each movement of the ledger with what it was for. The charge is in the
 * movement's key: `charge 7`, `charge 7 taken back`.
 */
export const movedBetween = (start: string, end: string) => sql`
  select t.ledger_transaction_id, t.tm, t.vendor_id, t.what as text, p.amount, c.vendor_charge_id,
    case
      when t.key like 'dispute %' then 'disputes'
      when c.vendor_charge_trans_type_id = ${sql.lit(transType.refund)} then 'refunds'
      when c.vendor_charge_trans_type_id = ${sql.lit(transType.paidThirdParty)} then 'third_party'
      when i.kind = 'renewal' then 'recurring'
      when c.vendor_charge_type_id = ${sql.lit(setUpType)} then 'set_up'
      else 'other'
    end as what
  from ledger_transaction t
  -- read movement by movement: the newest page needs no more than its rows
  cross join lateral (
    select sum(amount) as amount
    from ledger_posting
    where ledger_transaction_id = t.ledger_transaction_id and account in ${moneyAccounts}) p
  left join vendor_charge c
    on c.vendor_charge_id = case when t.key like 'charge %' then split_part(t.key, ' ', 2)::bigint end
  left join invoice i on i.invoice_id = c.invoice_id
  where p.amount is not null
    and t.tm >= ${startOf(start)}::timestamptz
    and t.tm < ${startOf(end)}::timestamptz`

export const getMonthlyRevenue = ({ db, clock }: Ctx, { query }: Parsed<'getMonthlyRevenue'>) =>
  readMonthlyRevenue(db, query.months, dayOf(clock.now()))

/** Months from the newest: days that are kept, and those from the first changed one on as they are now. */
export const readMonthlyRevenue = (db: Db, months: number, today: string): Promise<MonthlyRevenue> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const first = addMonths(monthOf(today), 1 - months)
      const end = addMonths(monthOf(today), 1)
      const changed = await firstChangedDay(tx)
      const live = clampDay(changed, first, end)
      const { rows } = await sql<RevenueMonth>`
        with moved as (
          select day, key as what, value / 100 as amount
          from report_day
          where measure = 'collected' and day >= ${first}::date and day < ${live}::date
          union all
          select (tm at time zone 'UTC')::date, what, amount
          from (${movedBetween(live, end)}) m
        ), moved_month as (
          select date_trunc('month', day)::date as month, what, sum(amount) as amount
          from moved
          group by 1, 2
        ), paper as (
          select day, measure, value / 100 as amount
          from report_day
          where measure in ('billed', 'credited') and day >= ${first}::date and day < ${live}::date
          union all
          select issued_on, case kind when 'credit_note' then 'credited' else 'billed' end, abs(total)
          from invoice
          where issued_on >= ${live}::date and issued_on < ${end}::date
          union all
          select issued_on, 'still_open', total
          from invoice
          where kind <> 'credit_note' and paid_tm is null and written_off_tm is null
            and issued_on >= ${first}::date and issued_on < ${end}::date
        ), paper_month as (
          select date_trunc('month', day)::date as month,
            sum(amount) filter (where measure = 'billed') as billed,
            sum(amount) filter (where measure = 'credited') as credited,
            sum(amount) filter (where measure = 'still_open') as still_open
          from paper
          group by 1
        )
        select d.month::date::text as month, ${amountOf('recurring')} as recurring, ${amountOf('set_up')} as set_up,
          ${amountOf('other')} as other, ${amountOf('third_party')} as third_party,
          ${amountOf('refunds', -1)} as refunds, ${amountOf('disputes', -1)} as disputes,
          coalesce(sum(m.amount), 0)::numeric(14,2)::text as kept,
          coalesce(max(b.billed), 0)::numeric(14,2)::text as billed,
          coalesce(max(b.credited), 0)::numeric(14,2)::text as credited,
          coalesce(max(b.still_open), 0)::numeric(14,2)::text as still_open
        from generate_series(${first}::timestamp, ${end}::timestamp - interval '1 day', interval '1 month') as d (month)
        left join moved_month m on m.month = d.month::date
        left join paper_month b on b.month = d.month::date
        group by d.month
        order by d.month desc`.execute(tx)
      const sameDays = (monthsBack: number) => {
        const start = addMonths(monthOf(today), -monthsBack)
        const last = addMonths(today, -monthsBack)
        return readKept(tx, start, addDays(last, 1), changed)
      }
      return {
        months: rows,
        totals: totalsOf(rows),
        today,
        same_days: { before: await sameDays(1), year_before: await sameDays(12) },
      }
    })

/** What was kept from one day to another, which is excluded. */
async function readKept(tx: Db, start: string, end: string, changed: string): Promise<string> {
  const live = clampDay(changed, start, end)
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(amount), 0)::numeric(14,2)::text as amount
    from (
      select value / 100 as amount
      from report_day
      where measure = 'collected' and day >= ${start}::date and day < ${live}::date
      union all
      select amount from (${movedBetween(live, end)}) m) k`.execute(tx)
  return singleRow(rows).amount
}

/** From this day on the kept figures may be old: the first changed one, or the last kept one. */
async function firstChangedDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(from_day) from report_dirty),
      (select max(day) from report_day where measure = 'mrr'))::text as day
    from report_kept
    where kept_tm is not null`.execute(db)
  return rows[0]?.day ?? '1900-01-01'
}
function clampDay(day: string, start: string, end: string): string {
  if (day < start) return start
  return day < end ? day : end
}
const amountOf = (kind: MoneyKind, sign: 1 | -1 = 1) =>
  sql`(${sql.lit(sign)} * coalesce(sum(m.amount) filter (where m.what = ${kind}), 0))::numeric(14,2)::text`

const figures: readonly RevenueFigure[] = [
  'recurring',
  'set_up',
  'other',
  'third_party',
  'refunds',
  'disputes',
  'kept',
  'billed',
  'credited',
  'still_open',
]
function totalsOf(months: readonly RevenueMonth[]): MonthlyRevenue['totals'] {
  const sums = figures.map((figure) => [
    figure,
    fromCents(months.reduce((sum, month) => sum + toCents(month[figure]), 0)),
  ])
  return Object.fromEntries(sums) as MonthlyRevenue['totals']
}

const paymentsOf = ({ month, what }: RevenuePaymentFilters) => {
  const start = monthOf(month)
  return sql`
    select *
    from (${movedBetween(start, addMonths(start, 1))}) m
    where m.amount <> 0 and ${what === undefined ? sql`true` : sql`m.what = ${what}`}`
}
/** The movements of a figure, newest first. */
export const revenuePayments = (_db: Db, filters: RevenuePaymentFilters) => sql<RevenuePayment>`
  select f.ledger_transaction_id, f.tm, f.vendor_id, v.company, f.what, f.text, f.vendor_charge_id, f.amount
  from (${paymentsOf(filters)}) f
  join vendor v using (vendor_id)
  order by f.tm desc, f.ledger_transaction_id desc`

export async function listRevenuePayments({ db }: Ctx, { query }: Parsed<'listRevenuePayments'>) {
  const { page, ...filters } = query
  const [sums, payments] = await Promise.all([
    sql<{ total: number; amount: string }>`
      select count(*)::int as total, coalesce(sum(amount), 0)::numeric(14,2)::text as amount
      from (${paymentsOf(filters)}) f`.execute(db),
    sql<RevenuePayment>`
      ${revenuePayments(db, filters)}
      limit ${revenuePageSize} offset ${(page - 1) * revenuePageSize}`.execute(db),
  ])
  return { ...singleRow(sums.rows), payments: payments.rows }
}
