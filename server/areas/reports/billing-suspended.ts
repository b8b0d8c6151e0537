import { fromCents, toCents } from '#contract/billing/cents.ts'
import { addDays, addMonths, dayOf, daysBetween } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import { delistAfterDays } from '#contract/payments/dunning.ts'
import {
  mostSuspended,
  mostUpgradeYears,
  type BillingSuspended,
  type BillingSuspendedFilters,
  type SuspendedVendor,
} from '#contract/reports/billing-suspended.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

export async function getBillingSuspended({ db, clock }: Ctx, { body }: Parsed<'getBillingSuspended'>) {
  const report = await readBillingSuspended(db, body, dayOf(clock.now()))
  return { ...report, vendors: report.vendors.slice(0, mostSuspended) }
}

const rangeOf = ({ start, end }: BillingSuspendedFilters, today: string) => {
  const last = end ?? (start > today ? start : today)
  if (last < start) throw invalid({ end: 'Enter a day on or after the first day' })
  if (addMonths(start, mostUpgradeYears * 12) < last)
    throw invalid({ start: `Choose at most ${mostUpgradeYears} years` })
  return { start, end: last }
}

type Row = Omit<SuspendedVendor, 'days' | 'delist_on'>

/** A period upgrades if it costs more than the one that it follows, or follows none. */
const suspendedIn = (range: DayRange) => sql<Row>`
    with stopped as materialized (
      select vendor_id, company, vendor_status_id, suspended_on, account_manager_vendor_id, insert_tm
      from vendor
      where vendor_status_id in (${sql.lit(vendorStatus.suspended)}, ${sql.lit(vendorStatus.delisted)})
        and not is_staff and deleted_tm is null
    ), period as (
      select b.vendor_id, b.starts, l.monthly,
        lag(l.monthly) over w as was, lag(b.ends) over w as was_until,
        row_number() over (partition by b.vendor_id order by b.starts desc) as from_last
      from stopped s
      join billing_period b using (vendor_id)
      cross join lateral (
        select coalesce(sum(amount), 0) as monthly
        from invoice_line
        where invoice_id = b.invoice_id and kind in ('plan', 'extra', 'frozen', 'promo')) l
      window w as (partition by b.vendor_id order by b.starts)
    ), upgraded as (
      select vendor_id, max(starts) as upgraded_on
      from period
      where was is null or was_until < starts or monthly > was
      group by vendor_id
    ), found as (
      select s.*, coalesce(u.upgraded_on, (s.insert_tm at time zone 'UTC')::date) as upgraded_on
      from stopped s
      left join upgraded u using (vendor_id)
    )
    select s.vendor_id, s.company,
      case s.vendor_status_id when ${sql.lit(vendorStatus.suspended)} then 'suspended' else 'delisted' end as stage,
      s.suspended_on::text as since, s.upgraded_on::text as upgraded_on,
      o.owed::numeric(12,2)::text as owed, o.invoices, o.tries, c.card_exception as declined,
      m.brand || ' ' || m.last4 as card,
      m.exp_year || '-' || lpad(m.exp_month::text, 2, '0') as card_ends,
      coalesce(p.monthly, 0)::numeric(12,2)::text as monthly, n.insert_tm as note_tm, n.note,
      a.company as manager
    from found s
    left join period p on p.vendor_id = s.vendor_id and p.from_last = 1
    cross join lateral (
      select coalesce(sum(total), 0) as owed, count(*)::int as invoices, coalesce(max(tries), 0)::int as tries
      from invoice
      where vendor_id = s.vendor_id and paid_tm is null and written_off_tm is null and kind <> 'credit_note') o
    left join lateral (
      select card_exception
      from vendor_charge
      where vendor_id = s.vendor_id and card_exception is not null
      order by vendor_charge_id desc
      limit 1) c on true
    left join payment_method m on m.vendor_id = s.vendor_id and m.removed_tm is null
    left join lateral (
      select insert_tm, left(note, 200) as note
      from vendor_note
      where vendor_id = s.vendor_id and deleted_tm is null
      order by vendor_note_id desc
      limit 1) n on true
    left join vendor a on a.vendor_id = s.account_manager_vendor_id
    where s.upgraded_on between ${range.start}::date and ${range.end}::date
    order by s.suspended_on nulls last, s.vendor_id`

/** All of them; the screen lists the longest suspended. */
export async function readBillingSuspended(
  db: Db,
  filters: BillingSuspendedFilters,
  today: string,
): Promise<BillingSuspended> {
  const range = rangeOf(filters, today)
  const { rows } = await suspendedIn(range).execute(db)
  const vendors = rows.map((row): SuspendedVendor => {
    const isListed = row.stage === 'suspended' && row.since !== null
    return {
      ...row,
      days: row.since === null ? null : Math.max(0, daysBetween(row.since, today)),
      delist_on: isListed && row.since !== null ? addDays(row.since, delistAfterDays) : null,
    }
  })
  return {
    ...range,
    vendors,
    total: vendors.length,
    delisted: vendors.filter(({ stage }) => stage === 'delisted').length,
    owed: sumOf(vendors, 'owed'),
    monthly: sumOf(vendors, 'monthly'),
  }
}
const sumOf = (vendors: readonly SuspendedVendor[], of: 'owed' | 'monthly') =>
  fromCents(vendors.reduce((sum, vendor) => sum + toCents(vendor[of]), 0))

export const prepareBillingSuspended = (ctx: Ctx, { body }: Parsed<'prepareBillingSuspended'>) =>
  prepareReport(ctx, 'billing_suspended', rangeOf(body, dayOf(ctx.clock.now())))

export const downloadBillingSuspended = (ctx: Ctx) => downloadPrepared(ctx, 'billing_suspended')
