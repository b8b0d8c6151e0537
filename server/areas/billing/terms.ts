import type { BillTerms, CustomPlan, PlanFee } from '#contract/billing/bill.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { daysBetween, shareOf } from '#contract/billing/days.ts'
import { keptOf, type BilledPeriod } from '#contract/billing/proration.ts'
import { dayText } from '#contract/formats.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { many } from '#contract/words.ts'
import { promosOf } from '#server/areas/promo-codes/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'

/** What a vendor's bills are made of, and when the next one is charged. */
export interface VendorTerms extends BillTerms {
  vendor_id: number
  vendor_plan_type_id: number | null
  next_charge_date: string | null
  billing_anchor: string | null
  promos: VendorPromo[]
  /** The last that was billed. */
  period: LastPeriod | null
  /** Its own plan, in use or not. */
  own: (CustomPlan & { billing_plan_default_id: number | null }) | null
}
interface LastPeriod extends BilledPeriod {
  invoice_id: number
  kept: string
}
type PendingItem = BillTerms['items'][number] & {
  /** Whose days it settles, and what is kept of that invoice. */
  of_invoice: number | null
  kept: string | null
}
interface Row {
  vendor_id: number
  vendor_plan_type_id: number | null
  next_charge_date: string | null
  billing_anchor: string | null
  period: LastPeriod | null
  items: PendingItem[]
  credit_available: string
  has_custom_billing_plan: boolean
  plan: PlanFee | null
  own: VendorTerms['own']
  extras: BillTerms['extras']
}

export async function billTerms(db: Db, vendorId: number): Promise<VendorTerms> {
  const [terms] = await billTermsOf(db, [vendorId])
  if (!terms) throw notFound('vendor')
  return terms
}

/** The same of many vendors at once; staff have none. */
export async function billTermsOf(db: Db, vendorIds: readonly number[]): Promise<VendorTerms[]> {
  const { rows } = await sql<Row>`
    select v.vendor_id, v.vendor_plan_type_id, v.next_charge_date, v.billing_anchor, v.credit_available,
      v.has_custom_billing_plan, to_jsonb(l) as period,
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
              'kept', case when i.of_invoice is not null then (${keptOfInvoice('i.of_invoice')})::text end)
            order by i.bill_item_id),
          '[]')
        from bill_item i
        where i.vendor_id = v.vendor_id and i.invoice_id is null
      ) as items
    from vendor v
    left join plan_type p using (vendor_plan_type_id)
    left join billing_plan b using (vendor_id)
    left join plan_type d on d.vendor_plan_type_id = b.billing_plan_default_id
    left join lateral (
      select b.starts, b.ends, b.plan_name, b.plan_fee::text, b.invoice_id,
        (${keptOfInvoice('b.invoice_id')})::text as kept,
        (
          select coalesce(sum(c.refunded + c.credit_back), 0)::text
          from vendor_charge c
          where c.invoice_id = b.invoice_id
        ) as given_back
      from billing_period b
      where b.vendor_id = v.vendor_id
      order by b.ends desc
      limit 1) l on true
    where v.vendor_id = any(${vendorIds as number[]}::int[]) and not v.is_staff
    order by v.vendor_id`.execute(db)
  const promos = await promosOf(db, vendorIds)
  return rows.map(({ has_custom_billing_plan: uses, ...terms }) => ({
    ...terms,
    promos: promos.get(terms.vendor_id)!,
    items: notTwice([...terms.items, ...unusedDays(terms)]),
    custom: uses ? terms.own : null,
  }))
}

const planFee = (table: string) => sql`
  jsonb_build_object('name', ${sql.ref(`${table}.name`)},
    'monthly_fee', ${sql.ref(`${table}.monthly_fee`)}::text,
    'vendor_plan_type_id', ${sql.ref(`${table}.vendor_plan_type_id`)},
    'families', ${sql.ref(`${table}.families`)})`

/** A charge that comes before what was paid for is over takes the unused days off its bill. */
function unusedDays({ period, next_charge_date }: Pick<Row, 'period' | 'next_charge_date'>): PendingItem[] {
  if (!period || next_charge_date === null || next_charge_date >= period.ends) return []
  if (next_charge_date <= period.starts) return []
  const days = daysBetween(next_charge_date, period.ends)
  const cents = keptOf(
    period,
    -shareOf(toCents(period.plan_fee), days, daysBetween(period.starts, period.ends)),
  )
  if (cents === 0) return []
  const text = `${period.plan_name ?? 'Plan'}, ${many(days, 'day')} not used until ${dayText(period.ends)}`
  const { invoice_id: of_invoice, kept } = period
  return [{ kind: 'proration', text, amount: fromCents(cents), of_invoice, kept }]
}

/** What days come off for, less what was given back of their invoice. */
const keptOfInvoice = (invoice: string) => sql`
  (
    select coalesce(sum(l.amount), 0)
    from invoice_line l
    where l.invoice_id = ${sql.ref(invoice)} and l.kind in ('plan', 'extra', 'frozen', 'promo', 'manual'))
  - (
    select coalesce(sum(c.refunded + c.credit_back), 0)
    from vendor_charge c
    where c.invoice_id = ${sql.ref(invoice)})`

/** Days that came off a bill to come, and whose money was given back since, come off no more than is kept. */
function notTwice(items: readonly PendingItem[]): BillTerms['items'] {
  const of = Map.groupBy(
    items.filter((item) => item.of_invoice !== null),
    (item) => item.of_invoice,
  )
  const over = [...of.values()].flatMap((some): BillTerms['items'] => {
    const off = -some.reduce((sum, item) => sum + toCents(item.amount), 0)
    const twice = off - Math.max(0, toCents(some[0]!.kept!))
    return twice > 0
      ? [{ kind: 'proration', text: 'Of that, given back already', amount: fromCents(twice) }]
      : []
  })
  return [...items.map(({ of_invoice: _of, kept: _kept, ...item }) => item), ...over]
}
