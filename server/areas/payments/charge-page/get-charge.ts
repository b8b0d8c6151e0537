import { fromCents, toCents } from '#contract/billing/cents.ts'
import type { Parsed } from '#contract/index.ts'
import { mostChargeSteps, type ChargePageView } from '#contract/payments/charge-page.ts'
import { leastRefund, planRefund, refundRefusal } from '#contract/payments/manual-charge.ts'
import { chargesOf, selectCharges, toCharge } from '#server/areas/billing/public.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { askedAgainOn } from '../renewals/retry-invoices.ts'
import { attemptSteps, refundSteps } from './attempt-steps.ts'
import { cardSteps, creditSteps, disputeSteps, paperSteps, requestSteps } from './other-steps.ts'

/** A charge, an attempt or a refund: what it is, and everything that happened to it. */
export async function getCharge(
  { db }: Ctx,
  { params: { vendor_id, vendor_charge_id } }: Parsed<'getCharge'>,
): Promise<ChargePageView> {
  await requireVendor(db, vendor_id)
  const { rows } = await selectCharges(chargesOf(vendor_id, { charge: vendor_charge_id }), '-tm', {
    few: true,
  }).execute(db)
  const row = rows[0]
  if (!row) throw notFound('charge')
  const charge = toCharge(row)
  const about = { vendor_id, vendor_charge_id, invoice_id: charge.paper?.invoice_id ?? null }
  const [origin, invoice, waiting, marks, ...steps] = await Promise.all([
    readOrigin(db, vendor_charge_id),
    readInvoice(db, about.invoice_id),
    readWaiting(db, vendor_charge_id),
    readMarks(db, charge),
    attemptSteps(db, about),
    refundSteps(db, about),
    requestSteps(db, about),
    paperSteps(db, about),
    creditSteps(db, about),
    disputeSteps(db, about),
    cardSteps(db, about),
  ])
  return {
    charge,
    ...origin,
    ...invoice,
    waiting,
    marks,
    steps: steps
      .flat()
      .toSorted((a, b) => Date.parse(a.tm) - Date.parse(b.tm))
      .slice(-mostChargeSteps),
  }
}

async function readOrigin(db: Db, chargeId: number) {
  const { rows } = await sql<
    Pick<ChargePageView, 'vendor_deleted' | 'next_charge_date' | 'requested_by' | 'refund_of'>
  >`
    select v.deleted_tm is not null as vendor_deleted, v.next_charge_date,
      coalesce(case when m.asked_by is not null then m.asked_by_name end, 'Feedstock') as requested_by,
      case when o.vendor_charge_id is not null then jsonb_build_object(
        'vendor_charge_id', o.vendor_charge_id, 'charge_description', o.charge_description) end as refund_of
    from vendor_charge c
    join vendor v using (vendor_id)
    left join money_intent m using (money_intent_id)
    left join vendor_charge o on o.vendor_charge_id = c.refund_of
    where c.vendor_charge_id = ${chargeId}`.execute(db)
  const [origin] = rows
  if (!origin) throw notFound('charge')
  return origin
}

type InvoicePart = Pick<ChargePageView, 'invoice' | 'plan' | 'promo_codes'>
async function readInvoice(db: Db, invoiceId: number | null): Promise<InvoicePart> {
  if (invoiceId === null) return { invoice: null, plan: null, promo_codes: [] }
  const { rows } = await sql<NonNullable<ChargePageView['invoice']> & Omit<InvoicePart, 'invoice'>>`
    select i.total, ${askedAgainOn} as next_try, p.plan_name as plan,
      case
        when i.kind = 'credit_note' then 'given_back'
        when i.paid_tm is not null then 'paid'
        when i.written_off_tm is not null then 'written_off'
        else 'open' end as state,
      case when i.period_starts is not null then
        jsonb_build_object('starts', i.period_starts, 'ends', i.period_ends) end as period,
      array(
        select jsonb_build_object('text', l.text, 'amount', l.amount::text)
        from invoice_line l
        where l.invoice_id = i.invoice_id
        order by l.line_no
        limit 200) as lines,
      array(
        select distinct k.promo_code
        from promo_redemption r
        join promo_code_usage u using (promo_code_usage_id)
        join promo_code k using (promo_code_id)
        where r.vendor_id = i.vendor_id and r.period_starts = i.period_starts
        limit 20) as promo_codes
    from invoice i
    join vendor v using (vendor_id)
    left join billing_period p on p.invoice_id = i.invoice_id
    where i.invoice_id = ${invoiceId}
    limit 1`.execute(db)
  const [row] = rows
  if (!row) return { invoice: null, plan: null, promo_codes: [] }
  const { plan, promo_codes, ...invoice } = row
  return { invoice, plan, promo_codes }
}

/** Usual amounts of a refund: a supplier's share of the charge, a month of the plan, and all that is left. */
async function readMarks(db: Db, charge: ChargePageView['charge']): Promise<ChargePageView['marks']> {
  if (refundRefusal(charge) !== null) return []
  const { rows } = await sql<{ suppliers: number; month: string | null }>`
    select
      (select count(*) from subscription where vendor_id = ${charge.vendor_id} and paused_at is null) as suppliers,
      (
        select plan_fee::text
        from billing_period
        where vendor_id = ${charge.vendor_id}
        order by ends desc
        limit 1
      ) as month`.execute(db)
  const { suppliers, month } = singleRow(rows)
  const { left } = planRefund(charge, '0')
  const share = suppliers > 1 ? Math.round(toCents(charge.amount) / suppliers) : 0
  const marks = [
    { label: `1 of ${suppliers} suppliers`, cents: share },
    { label: 'A month', cents: toCents(month ?? '0') },
    { label: 'All', cents: left },
  ]
  return marks
    .filter(({ cents, label }) => cents >= leastRefund && (label === 'All' || cents < left))
    .toSorted((a, b) => a.cents - b.cents)
    .map(({ label, cents }) => ({ label, amount: fromCents(cents) }))
}

async function readWaiting(db: Db, chargeId: number): Promise<ChargePageView['waiting']> {
  const { rows } = await sql<ChargePageView['waiting'][number]>`
    select money_approval_id, amount, asked_by_name
    from money_approval
    where request ? 'vendor_charge_id'
      and (request ->> 'vendor_charge_id')::bigint = ${chargeId}
      and state = 'waiting'
    order by money_approval_id
    limit 50`.execute(db)
  return rows
}
