import { z } from 'zod'
import { addMonths, anchorOf, nextBillingDay } from '../billing/days.ts'
import { leastCharge } from '../billing/bill.ts'
import { fromCents, toCents, type Cents } from '../billing/cents.ts'
import { count, line, price } from '../inputs.ts'

/** What a manual charge is for, by `vendor_charge_type_id` from 1 on (docs/domain.md, Manual charges). */
export const manualChargeTypes = ['Subscription', 'Set-up', 'Custom work', 'Support', 'Other'] as const
/** Its transaction types; a refund is an act of its own. */
export const manualTransTypes = [1, 2, 4, 5] as const

export const manualCharge = z.object({
  vendor_charge_type_id: count(1, manualChargeTypes.length),
  vendor_charge_trans_type_id: z.union(manualTransTypes.map((id) => z.literal(id))),
  charge_description: line(200, 'Say what it is for'),
  amount: price.refine((text) => Number(text) > 0, 'Give an amount above zero'),
  ghost: z.boolean().default(false).describe('recorded alone: it was paid outside, no card is asked'),
  update_next_charge_date: z.boolean().default(false).describe('it stands for the next bill'),
})
export type ManualCharge = z.output<typeof manualCharge>

/** What a charge of a vendor is worked out from. */
export interface ChargeFacts {
  credit_available: string
  next_charge_date: string | null
  billing_anchor: string | null
  /** What is paid for last; null: nothing was billed yet. */
  period: { starts: string; ends: string } | null
  /** `Visa 4242`; null: none is on file. */
  card: string | null
  /** What is owed on open invoices. */
  balance: string
}
export interface ChargePlan {
  /** Why it can't be done, by field. */
  faults: Record<string, string>
  lines: { kind: 'manual' | 'credit'; text: string; cents: Cents }[]
  credit_used: Cents
  /** What the card is asked for, or held; 0: it is asked for nothing. */
  card_asked: Cents
  period: { starts: string; ends: string } | null
  next_charge_date: string | null
}

/** What a manual charge does, before the act and in it (docs/domain.md, Manual charges). */
export function planCharge(facts: ChargeFacts, charge: ManualCharge, today: string): ChargePlan {
  const { vendor_charge_trans_type_id: type, ghost } = charge
  const cents = toCents(charge.amount)
  const faults: Record<string, string> = {}
  const asksCard = (type === 1 && !ghost) || type === 2
  if (ghost && type !== 1) faults.ghost = 'Only a charge is recorded as paid outside'
  if (charge.update_next_charge_date && type !== 1)
    faults.update_next_charge_date = 'Only a charge stands for the next bill'
  const credit_used = type === 1 && !ghost ? creditFor(cents, toCents(facts.credit_available)) : 0
  const card_asked = asksCard ? cents - credit_used : 0
  if (asksCard && card_asked > 0 && card_asked < leastCharge)
    faults.amount = 'A card is asked for $0.50 or more'
  if (card_asked > 0 && facts.card === null) faults.amount = 'There is no card on file to charge'
  const starts = charge.update_next_charge_date ? periodStart(facts, today) : null
  const anchor = starts && anchorOf(facts.billing_anchor, starts)
  const ends = starts && (anchor === starts ? addMonths(starts, 1) : nextBillingDay(anchor!, starts))
  return {
    faults,
    lines:
      type === 2 || type === 5
        ? []
        : [
            { kind: 'manual', text: charge.charge_description, cents },
            ...(credit_used > 0 ? [{ kind: 'credit' as const, text: 'Credit', cents: -credit_used }] : []),
          ],
    credit_used,
    card_asked,
    period: starts && ends ? { starts, ends } : null,
    next_charge_date: ends ?? facts.next_charge_date,
  }
}

/** Credit goes first, but leaves the card nothing that is too little to ask for. */
function creditFor(cents: Cents, credit: Cents): Cents {
  if (credit >= cents) return cents
  return cents - credit < leastCharge ? Math.max(0, cents - leastCharge) : credit
}
/** The bill that it stands for: the next one, or where none is to come today's; days are paid for once. */
function periodStart({ next_charge_date: next, period }: ChargeFacts, today: string): string {
  const day = next !== null && next >= today ? next : today
  const paid = period !== null && day < period.ends && (next === null || day <= period.starts)
  return paid ? period.ends : day
}

/**
 * What of a charge may be given back: `amount` of its card's part, with what is to go back as credit.
 *
 * @param cameOff of its days, off a bill that followed: given back, too, it is given twice
 */
export function planRefund(
  charge: {
    amount: string
    credit_used: string
    credit_back: string
    refunded: string
    refund_reserved: string
  },
  asked: string,
  cameOff: Cents = 0,
) {
  const left = toCents(charge.amount) - toCents(charge.refunded) - toCents(charge.refund_reserved)
  const cents = toCents(asked)
  const fault =
    cents < leastRefund
      ? 'At least $1.00'
      : cents > left
        ? `At most $${fromCents(left)}, which is left of the charge`
        : null
  const credit = toCents(charge.credit_used) - toCents(charge.credit_back)
  const credit_back = cents === left ? credit : 0
  const once = Math.max(0, left + credit - cameOff)
  const rest = left - cents
  return {
    fault,
    cents,
    left,
    credit_back,
    offered: Math.max(0, left - cameOff),
    /** What is left then is too little to be given back ever. */
    stuck: rest > 0 && rest < leastRefund ? rest : 0,
    twice: Math.max(0, cents + credit_back - once),
  }
}
export const leastRefund = 100

/**
 * Why a charge can't be given back; null: it can. It has a transaction number and an amount, was successful and
 * isn't given back yet (the specification's own rule), and a gateway made it that we can still ask.
 */
export function refundRefusal(charge: {
  transaction_num: string | null
  amount: string
  vendor_charge_trans_type_id: number
  vendor_charge_status_id: number | null
  refund_tm: string | null
  at_gateway: boolean
  dispute: string | null
}): string | null {
  const open =
    charge.transaction_num !== null &&
    Number(charge.amount) > 0 &&
    charge.vendor_charge_trans_type_id === 1 &&
    (charge.vendor_charge_status_id ?? 1) === 1 &&
    charge.refund_tm === null
  if (!open) return 'This charge can’t be given back'
  if (charge.dispute === 'open' || charge.dispute === 'lost')
    return 'This charge is disputed: its money is with the card’s bank, not here to give back'
  return charge.at_gateway
    ? null
    : 'This charge was made before payments were kept here: give it back at the gateway'
}
