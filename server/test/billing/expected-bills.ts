// What is to be billed, worked out once more by plain means: months by the calendar, money in whole cents.
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql, type Db } from '../../platform/database/db.ts'

export interface DueVendor {
  vendor_id: number
  next: string
  anchor: string | null
  credit: string
  plan: Plan | null
  own: (Plan & { starts: string; ends: string | null; then: Plan | null }) | null
  extras: string[]
  items: { amount: string; of: number | null; kept: string }[]
  paid: { starts: string; ends: string; fee: string; of: number; kept: string; lines: Line[] } | null
  codes: {
    id: number
    percent: boolean
    off: string
    left: number | null
    only: number | null
    family: string | null
    supplier: number | null
    subscribed: boolean
  }[]
}
interface Line {
  kind: string
  amount: string
}
interface Plan {
  id: number | null
  fee: string
  families: string[]
}
export interface ExpectedBill {
  starts: string
  ends: string
  total: number
}

/** Active vendors that are due, with their terms. */
export async function dueVendors(db: Db, today: string): Promise<DueVendor[]> {
  const plan = (table: string) =>
    sql`case when ${sql.ref(`${table}.vendor_plan_type_id`)} is not null then
      jsonb_build_object('id', ${sql.ref(`${table}.vendor_plan_type_id`)},
        'fee', ${sql.ref(`${table}.monthly_fee`)}::text,
        'families', ${sql.ref(`${table}.families`)}) end`
  const { rows } = await sql<DueVendor>`
    select v.vendor_id, v.next_charge_date as next, v.billing_anchor as anchor,
      -- credit used by a charge without an answer is reserved
      (v.credit_available + coalesce((
        select sum((line->>'cents')::int) / 100.0
        from money_intent m
        cross join jsonb_array_elements(m.terms->'lines') as line
        where m.vendor_id = v.vendor_id
          and m.state = 'open'
          and m.kind = 'manual'
          and line->>'kind' = 'credit'), 0))::numeric(12,2)::text as credit,
      ${plan('p')} as plan,
      case when v.has_custom_billing_plan then
        jsonb_build_object('id', null, 'fee', o.monthly_fee::text, 'families', '[]'::jsonb,
          'starts', o.custom_billing_plan_start_tm,
          'ends', case when o.billing_plan_will_expire then o.billing_plan_expiration_date end,
          'then', ${plan('d')}) end as own,
      array(select billing_extra_cost::text from billing_extra e where e.vendor_id = v.vendor_id) as extras,
      (
        select coalesce(jsonb_agg(jsonb_build_object('amount', amount::text, 'of', of_invoice,
          'kept', ${keptOf('i.of_invoice')})), '[]')
        from bill_item i
        where i.vendor_id = v.vendor_id and i.invoice_id is null) as items,
      (
        select jsonb_build_object('starts', starts, 'ends', ends, 'fee', plan_fee::text,
          'of', b.invoice_id, 'kept', ${keptOf('b.invoice_id')}, 'lines', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'amount', l.amount::text)), '[]')
            from invoice_line l
            where l.invoice_id = b.invoice_id))
        from billing_period b
        where b.vendor_id = v.vendor_id
        order by starts desc
        limit 1) as paid,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', u.promo_code_usage_id, 'percent', c.percentage_based,
          'off', c.discount::text, 'only', c.billing_plan_id, 'family', c.plan_only, 'supplier', c.dropshipper_id,
          'subscribed', exists (
            select
            from subscription s
            where s.vendor_id = u.vendor_id and s.dropshipper_id = c.dropshipper_id and not s.is_cancel_pending),
          'left', case when not c.is_recurring then 1 else c.recurring_billing_cycles end - (
            select count(*) from promo_redemption r where r.promo_code_usage_id = u.promo_code_usage_id))
          order by u.given_tm, u.promo_code_usage_id), '[]')
        from promo_code_usage u
        join promo_code c using (promo_code_id)
        where u.vendor_id = v.vendor_id and u.removed_tm is null) as codes
    from vendor v
    left join plan_type p using (vendor_plan_type_id)
    left join billing_plan o using (vendor_id)
    left join plan_type d on d.vendor_plan_type_id = o.billing_plan_default_id
    where v.vendor_status_id = ${sql.lit(vendorStatus.active)}
      and v.deleted_tm is null
      and not v.is_staff
      and v.next_charge_date <= ${today}::date`.execute(db)
  return rows
}

/** What is kept of an invoice for its days, less refunds and disputes. */
const keptOf = (invoice: string) => sql`(
  select (sum(l.amount) - coalesce((
      select total
      from invoice p
      where p.invoice_id = ${sql.ref(invoice)} and p.written_off_tm is not null), 0) - coalesce((
      select sum(c.refunded + c.credit_back)
      from vendor_charge c
      where c.invoice_id = ${sql.ref(invoice)}), 0) - coalesce((
      select sum(d.amount)
      from vendor_charge c
      join dispute d using (vendor_charge_id)
      where c.invoice_id = ${sql.ref(invoice)} and d.state in ('open', 'lost')), 0))::text
  from invoice_line l
  where l.invoice_id = ${sql.ref(invoice)} and l.kind in ('plan', 'extra', 'frozen', 'promo', 'manual'))`

/** Every bill until a day. */
export function expectedBills(vendor: DueVendor, frozenCount: number, today: string): ExpectedBill[] {
  const bills: ExpectedBill[] = []
  let { next, anchor } = vendor
  let credit = cents(vendor.credit)
  let items = pending(vendor)
  const codes = vendor.codes.map((code) => ({ ...code }))
  while (next <= today) {
    if (anchor === null || anchor > next || dayIn(anchor, next) !== next) anchor = next
    const plan = planOn(vendor, next)
    let leftCents = (plan ? cents(plan.fee) : 0) + sum(vendor.extras.map(cents)) + frozenCount * 900
    for (const code of codes.toSorted(before)) {
      if (leftCents === 0 || (code.left !== null && code.left <= 0)) continue
      if (code.supplier !== null && !code.subscribed) continue
      if (code.only !== null && plan?.id !== code.only) continue
      if (code.family !== null && !plan?.families.includes(code.family)) continue
      const discount = code.percent
        ? Number((BigInt(leftCents) * BigInt(cents(code.off)) * 2n + 10_000n) / 20_000n)
        : cents(code.off)
      if (discount === 0) continue
      leftCents -= Math.min(discount, leftCents)
      if (code.left !== null) code.left--
    }
    const owedCents = leftCents + sum(items)
    items = []
    let total = 0
    if (owedCents <= 0) credit -= owedCents
    else {
      const used = Math.min(owedCents, credit)
      credit -= used
      total = owedCents - used
      if (total < 50) {
        if (total > 0) items = [total]
        total = 0
      }
    }
    const ends = monthAfter(anchor, next)
    bills.push({ starts: next, ends, total })
    next = ends
  }
  return bills
}

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)
function cents(text: string): number {
  const [whole, part = ''] = text.replace('-', '').split('.')
  return (text.startsWith('-') ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, '0')))
}
/** The day of the month of `anchor` in the month of `month`, or that month's last. */
function dayIn(anchor: string, month: string): string {
  const [y, m] = month.split('-').map(Number) as [number, number]
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]!
  const day = Math.min(Number(anchor.slice(8)), last)
  return `${month.slice(0, 8)}${String(day).padStart(2, '0')}`
}
function monthAfter(anchor: string, day: string): string {
  const [y, m] = day.split('-').map(Number) as [number, number]
  return dayIn(anchor, m === 12 ? `${y + 1}-01-01` : `${y}-${String(m + 1).padStart(2, '0')}-01`)
}
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** One-time items of the next bill; no more is credited for an invoice's days than is kept of it. */
function pending(vendor: DueVendor): number[] {
  const { paid: lastPaid } = vendor
  const all = [
    ...vendor.items.map((item) => ({ ...item, cents: cents(item.amount) })),
    ...(lastPaid
      ? unusedCredits(vendor).map((cents) => ({ of: lastPaid.of, kept: lastPaid.kept, cents }))
      : []),
  ]
  const free = all.filter((item) => item.of === null).map((item) => item.cents)
  const invoices = Map.groupBy(
    all.filter((item) => item.of !== null),
    (item) => item.of,
  )
  const bound = [...invoices.values()].map((items) =>
    Math.max(sum(items.map((item) => item.cents)), Math.min(0, -cents(items[0]?.kept ?? '0'))),
  )
  return [...free, ...bound]
}

/** Credits for days paid beyond the day of the charge. */
function unusedCredits({ paid: lastPaid, next }: DueVendor): number[] {
  if (!lastPaid || next <= lastPaid.starts || next >= lastPaid.ends) return []
  const used = days(lastPaid.starts, next)
  const whole = days(lastPaid.starts, lastPaid.ends)
  return [cents(lastPaid.fee), besidePlan(lastPaid.lines)].map((fee) => {
    const spentCents = Number((BigInt(fee) * BigInt(used) * 2n + BigInt(whole)) / (2n * BigInt(whole)))
    return spentCents - fee
  })
}
/** What a bill had besides its plan, less its share of promo codes. */
function besidePlan(lines: readonly Line[]): number {
  const sumOfKinds = (...kinds: string[]) =>
    sum(lines.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => cents(amount)))
  const [plan, besideCents, promoCents] = [
    sumOfKinds('plan'),
    sumOfKinds('extra', 'frozen', 'manual'),
    sumOfKinds('promo'),
  ]
  return besideCents + promoCents - (plan === 0 ? 0 : Math.round((promoCents * plan) / (plan + besideCents)))
}
function planOn({ plan, own: ownPlan }: DueVendor, day: string): Plan | null {
  if (!ownPlan || day < ownPlan.starts) return plan
  return ownPlan.ends !== null && day >= ownPlan.ends ? (ownPlan.then ?? plan) : ownPlan
}
type Code = DueVendor['codes'][number]
function width(code: Code): number {
  if (code.supplier !== null) return 0
  if (code.only !== null) return 1
  return code.family !== null ? 2 : 3
}
/** Narrow before wide, percent before dollars; the sort keeps the older first. */
const before = (a: Code, b: Code) => width(a) - width(b) || Number(b.percent) - Number(a.percent)
