import {
  partsOf,
  type BillLine,
  type BillTerms,
  type CustomPlan,
  type PlanFee,
} from '#contract/billing/bill.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { listBillItems, type BilledPeriod, type PendingItem } from '#contract/billing/proration.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { freeCredit } from '#server/areas/ledger/public.ts'
import { promosOf } from './promos-of.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Clock } from '#server/platform/services.ts'

/** What a vendor's bills consist of, and when the next one is charged. */
export interface VendorTerms extends BillTerms {
  vendor_id: number
  vendor_plan_type_id: number | null
  next_charge_date: string | null
  billing_anchor: string | null
  promos: VendorPromo[]
  /** Billed periods that end after today or after the next charge, newest first. */
  periods: BilledPeriod[]
  /** The stored items that `items` are computed from. */
  pending: PendingItem[]
  /** Its custom plan, used or not. */
  own: (CustomPlan & { billing_plan_default_id: number | null }) | null
}
interface Row {
  vendor_id: number
  vendor_plan_type_id: number | null
  next_charge_date: string | null
  billing_anchor: string | null
  periods: (Omit<BilledPeriod, 'beside'> & { lines: Pick<BillLine, 'kind' | 'amount'>[] })[]
  pending: PendingItem[]
  credit_available: string
  has_custom_billing_plan: boolean
  plan: PlanFee | null
  own: VendorTerms['own']
  extras: BillTerms['extras']
}

export async function billTerms(db: Db, clock: Clock, vendorId: number): Promise<VendorTerms> {
  const [terms] = await billTermsOf(db, clock, [vendorId])
  if (!terms) throw notFound('vendor')
  return terms
}

/** The terms of many vendors at once; staff have none. */
export async function billTermsOf(
  db: Db,
  clock: Clock,
  vendorIds: readonly number[],
): Promise<VendorTerms[]> {
  const today = dayOf(clock.now())
  const { rows } = await sql<Row>`
    select v.vendor_id, v.vendor_plan_type_id, v.next_charge_date, v.billing_anchor, ${freeCredit} as credit_available,
      v.has_custom_billing_plan,
      case when p.name is not null then ${planFee('p')} end as plan,
      case when b.vendor_id is not null then
        jsonb_build_object(
          'monthly_fee', b.monthly_fee::text,
          'custom_billing_plan_start_tm', b.custom_billing_plan_start_tm,
          'billing_plan_will_expire', b.billing_plan_will_expire,
          'billing_plan_expiration_date', b.billing_plan_expiration_date,
          'billing_plan_default_id', b.billing_plan_default_id,
          'billing_plan_default', case when d.name is not null then ${planFee('d')} end) end as own,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('billing_extra_name', t.billing_extra_name,
              'billing_extra_cost', e.billing_extra_cost::text)
            order by lower(t.billing_extra_name)),
          '[]')
        from billing_extra e
        join billing_extra_type t using (billing_extra_type_id)
        where e.vendor_id = v.vendor_id
      ) as extras,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('bill_item_id', i.bill_item_id, 'kind', i.kind, 'text', i.text,
              'amount', i.amount::text, 'of_invoice', i.of_invoice,
              'kept', case when i.of_invoice is not null then (${keptAmountOf('i.of_invoice')})::text end)
            order by i.bill_item_id),
          '[]')
        from bill_item i
        where i.vendor_id = v.vendor_id and i.invoice_id is null
      ) as pending,
      (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.ends desc), '[]')
        from (
          select b.starts, b.ends, b.plan_name, b.plan_fee::text, b.invoice_id, i.kind = 'manual' as by_hand,
            (
              select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'amount', l.amount::text)), '[]')
              from invoice_line l
              where l.invoice_id = b.invoice_id) as lines,
            (${keptAmountOf('b.invoice_id')})::text as kept
          from billing_period b
          join invoice i using (invoice_id)
          where b.vendor_id = v.vendor_id
            -- a period that ended before both has no days to settle; least ignores nulls
            and b.ends > least(v.next_charge_date, ${today}::date)
          order by b.ends desc
          limit ${mostPeriods}) l
      ) as periods
    from vendor v
    left join plan_type p using (vendor_plan_type_id)
    left join billing_plan b using (vendor_id)
    left join plan_type d on d.vendor_plan_type_id = b.billing_plan_default_id
    where v.vendor_id = any(${vendorIds as number[]}::int[]) and not v.is_staff
    order by v.vendor_id`.execute(db)
  const promos = await promosOf(db, vendorIds)
  return rows.map(({ has_custom_billing_plan: usesCustomPlan, periods: billedPeriods, ...terms }) => {
    const periods = billedPeriods.map(({ lines, ...period }): BilledPeriod => ({
      ...period,
      beside: fromCents(partsOf(lines).beside),
    }))
    return {
      ...terms,
      periods,
      promos: promos.get(terms.vendor_id) ?? [],
      items: listBillItems(terms.next_charge_date, terms.pending, periods),
      custom: usesCustomPlan ? terms.own : null,
    }
  })
}

const planFee = (table: string) => sql`
  jsonb_build_object('name', ${sql.ref(`${table}.name`)},
    'monthly_fee', ${sql.ref(`${table}.monthly_fee`)}::text,
    'vendor_plan_type_id', ${sql.ref(`${table}.vendor_plan_type_id`)},
    'families', ${sql.ref(`${table}.families`)})`

/** The current period and those paid ahead: manual charges may pay for many months. */
const mostPeriods = 36

/** What an invoice charged for its days, less what was refunded, disputed, or written off. */
const keptAmountOf = (invoice: string) => sql`
  (
    select coalesce(sum(l.amount), 0)
    from invoice_line l
    where l.invoice_id = ${sql.ref(invoice)} and l.kind in ('plan', 'extra', 'frozen', 'promo', 'manual'))
  - (
    select coalesce(sum(c.refunded + c.credited + c.credit_back + coalesce(d.amount, 0)), 0)
    from vendor_charge c
    left join lateral (
      select sum(amount) as amount
      from dispute
      where vendor_charge_id = c.vendor_charge_id and state in ('open', 'lost')) d on true
    where c.invoice_id = ${sql.ref(invoice)})
  - coalesce((
    select total from invoice where invoice_id = ${sql.ref(invoice)} and written_off_tm is not null), 0)`
