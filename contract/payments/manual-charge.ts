import { z } from 'zod'
import { addMonths, anchorOf, nextBillingDay } from '../billing/days.ts'
import { leastCharge } from '../billing/bill.ts'
import { chargeStatus, transType } from '../billing/charge-codes.ts'
import { fromCents, toCents, type Cents } from '../billing/cents.ts'
import { money } from '../formats.ts'
import { count, line, price } from '../inputs.ts'

/** What a manual charge is for, by `vendor_charge_type_id` from 1 on (docs/domain/charges-and-refunds.md, Manual charges). */
export const manualChargeTypes = ['Subscription', 'Set-up', 'Custom work', 'Support', 'Other'] as const
/** Its transaction types; refunds are a separate operation. */
export const manualTransTypes = [
  transType.charge,
  transType.auth,
  transType.owedThirdParty,
  transType.paidThirdParty,
] as const

export const manualCharge = z.object({
  vendor_charge_type_id: count(1, manualChargeTypes.length),
  vendor_charge_trans_type_id: z.union(manualTransTypes.map((id) => z.literal(id))),
  charge_description: line(200, 'Enter a description'),
  amount: price.refine((text) => Number(text) > 0, 'Enter an amount above 0'),
  ghost: z.boolean().default(false).describe('recorded only: paid outside the gateway, no card is charged'),
  update_next_charge_date: z.boolean().default(false).describe('replaces the next bill'),
})
export type ManualCharge = z.output<typeof manualCharge>

/** The facts that a vendor's charge is planned from. */
export interface ChargeFacts {
  credit_available: string
  next_charge_date: string | null
  billing_anchor: string | null
  /** The last paid period; null: nothing was billed yet. */
  period: { starts: string; ends: string } | null
  /** `Visa 4242`; null: none is on file. */
  card: string | null
  /** What is owed on open invoices. */
  balance: string
}
export interface ChargePlan {
  /** Why it can't be made, by field. */
  faults: Record<string, string>
  lines: { kind: 'manual' | 'credit'; text: string; cents: Cents }[]
  credit_used: Cents
  /** The amount charged to the card or held; 0: the card isn't charged. */
  card_asked: Cents
  period: { starts: string; ends: string } | null
  next_charge_date: string | null
}

/** Plans a manual charge, for its preview and for the act itself (docs/domain/charges-and-refunds.md, Manual charges). */
export function planCharge(facts: ChargeFacts, charge: ManualCharge, today: string): ChargePlan {
  const { vendor_charge_trans_type_id: type, ghost } = charge
  const cents = toCents(charge.amount)
  const faults: Record<string, string> = {}
  const asksCard = (type === transType.charge && !ghost) || type === transType.auth
  if (ghost && type !== transType.charge) faults.ghost = 'Only a charge can be a ghost'
  if (charge.update_next_charge_date && type !== transType.charge)
    faults.update_next_charge_date = 'Only a charge can replace the next bill'
  const credit_used =
    type === transType.charge && !ghost ? creditFor(cents, toCents(facts.credit_available)) : 0
  const card_asked = asksCard ? cents - credit_used : 0
  if (asksCard && card_asked > 0 && card_asked < leastCharge)
    faults.amount = 'The card must be charged at least $0.50'
  if (card_asked > 0 && facts.card === null) faults.amount = 'No card on file'
  const starts = charge.update_next_charge_date ? periodStart(facts, today) : null
  const ends = starts && periodEnd(facts, starts)
  return {
    faults,
    lines:
      type === transType.auth || type === transType.paidThirdParty
        ? []
        : chargeLines(charge.charge_description, cents, credit_used),
    credit_used,
    card_asked,
    period: starts && ends ? { starts, ends } : null,
    next_charge_date: ends ?? facts.next_charge_date,
  }
}

const chargeLines = (text: string, cents: Cents, creditUsed: Cents): ChargePlan['lines'] => [
  { kind: 'manual', text, cents },
  ...(creditUsed > 0 ? [{ kind: 'credit' as const, text: 'Credit', cents: -creditUsed }] : []),
]

/** Credit is used first, but never leaves less for the card than it can be charged. */
function creditFor(cents: Cents, credit: Cents): Cents {
  if (credit >= cents) return cents
  return cents - credit < leastCharge ? Math.max(0, cents - leastCharge) : credit
}
/** The start of the bill it pays: the next one, else today's; no day is paid twice. */
function periodStart({ next_charge_date: next, period }: ChargeFacts, today: string): string {
  const day = next !== null && next >= today ? next : today
  const isPaidAhead = period !== null && day < period.ends && (next === null || day <= period.starts)
  return isPaidAhead ? period.ends : day
}

function periodEnd({ billing_anchor }: ChargeFacts, starts: string): string {
  const anchor = anchorOf(billing_anchor, starts)
  return anchor === starts ? addMonths(starts, 1) : nextBillingDay(anchor, starts)
}

/**
 * Plans a refund of `amount` from the card's part of a charge, with the credit to return.
 *
 * @param creditedCents what a later bill credited for its days; refunding that too would return it twice
 */
export function planRefund(
  charge: {
    amount: string
    credit_used: string
    credit_back: string
    refunded: string
    refund_reserved: string
    credited: string
  },
  requestedAmount: string,
  creditedCents: Cents = 0,
) {
  const leftCents =
    toCents(charge.amount) -
    toCents(charge.refunded) -
    toCents(charge.credited) -
    toCents(charge.refund_reserved)
  const cents = toCents(requestedAmount)
  const credit = toCents(charge.credit_used) - toCents(charge.credit_back)
  const credit_back = cents === leftCents ? credit : 0
  const onceCents = Math.max(0, leftCents + credit - creditedCents)
  const rest = leftCents - cents
  return {
    fault: refundFault(cents, leftCents),
    cents,
    left: leftCents,
    credit_back,
    offered: Math.max(0, leftCents - creditedCents),
    /** The remainder, if it is too little to ever be refunded. */
    stuck: rest > 0 && rest < leastRefund ? rest : 0,
    twice: Math.max(0, cents + credit_back - onceCents),
  }
}
export const leastRefund = 100

function refundFault(cents: Cents, leftCents: Cents): string | null {
  if (cents < leastRefund) return 'At least $1.00'
  return cents > leftCents ? `At most ${money(fromCents(leftCents))}, the amount not yet refunded` : null
}

/**
 * Why a charge can't be refunded; null: it can. It must have a transaction number and an amount, have succeeded,
 * not be refunded yet (the specification's rule), and come from a gateway that we can still ask.
 */
export function refundRefusal(charge: {
  transaction_num: string | null
  amount: string
  refunded: string
  credited: string
  vendor_charge_trans_type_id: number
  vendor_charge_status_id: number | null
  refund_tm: string | null
  at_gateway: boolean
  dispute: string | null
}): string | null {
  const open =
    charge.transaction_num !== null &&
    Number(charge.amount) > 0 &&
    charge.vendor_charge_trans_type_id === transType.charge &&
    (charge.vendor_charge_status_id ?? chargeStatus.succeeded) === chargeStatus.succeeded &&
    charge.refund_tm === null
  if (!open) return 'This charge can’t be refunded'
  if (toCents(charge.refunded) + toCents(charge.credited) >= toCents(charge.amount))
    return 'Nothing is left to refund'
  if (charge.dispute === 'open' || charge.dispute === 'lost') return 'Disputed charges can’t be refunded'
  return charge.at_gateway ? null : 'This charge was imported. Refund it at the gateway'
}
