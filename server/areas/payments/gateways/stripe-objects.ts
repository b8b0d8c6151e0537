import type Stripe from 'stripe'
import { brandOf } from './cards.ts'
import { CardRefused, GatewayRefused, GatewayUnsure } from './gateway.ts'
import type { Dispute, GatewayEvent, Payer, Payment, Refund, SavedCard } from './gateway.ts'
import { refusalOf } from './stripe-errors.ts'

const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)

/** The metadata that carries our key. */
export const keyMetadata = (key: string) => ({ intent: key })
const keyOf = (thing: { metadata: Stripe.Metadata | null }) => thing.metadata?.intent ?? ''

const confirmationNeeded = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your bank needs you to confirm this payment.',
}
const lastRefusalOf = ({ last_payment_error: error }: Stripe.PaymentIntent) =>
  error ? refusalOf(error) : confirmationNeeded

export function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const state = stateOf(intent)
  return {
    ref: intent.id,
    key: keyOf(intent),
    customer: idOf(intent.customer),
    amount: intent.amount,
    state,
    charge: idOf(intent.latest_charge),
    refusal: state === 'refused' ? lastRefusalOf(intent) : null,
  }
}
function stateOf({ status, last_payment_error }: Stripe.PaymentIntent): Payment['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'canceled':
      return 'canceled'
    case 'requires_capture':
      return 'held'
    case 'requires_action':
      return 'refused'
    case 'requires_payment_method':
      return last_payment_error ? 'refused' : 'ready'
    case 'requires_confirmation':
      return 'ready'
    default:
      return 'open'
  }
}

export function refundOf(refund: Stripe.Refund): Refund {
  const { id: ref, status, amount, failure_reason } = refund
  const hasFailed = status === 'failed' || status === 'canceled'
  const pendingState = status === 'succeeded' ? 'succeeded' : 'open'
  return {
    ref,
    key: keyOf(refund),
    payment: idOf(refund.payment_intent) ?? '',
    amount,
    state: hasFailed ? 'failed' : pendingState,
    failure: hasFailed ? (failure_reason ?? status) : null,
  }
}

export const disputeOf = (dispute: Stripe.Dispute): Dispute => ({
  ref: dispute.id,
  payment: idOf(dispute.payment_intent) ?? '',
  amount: dispute.amount,
  reason: dispute.reason,
  state: disputeStates[dispute.status as string] ?? 'open',
  due_by: dueBy(dispute.evidence_details.due_by),
  answered: dispute.evidence_details.submission_count > 0,
})
const dueBy = (seconds: number | null) => (seconds ? new Date(seconds * 1000).toISOString() : null)
const disputeStates: Record<string, Dispute['state']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  // closed or prevented before any money moved
  warning_closed: 'won',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
  // lost unless the appeal succeeds
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}

/** @throws CardRefused, GatewayUnsure, GatewayRefused if the browser's setup hasn't produced a card of this payer */
export function cardOf(setup: Stripe.SetupIntent, payer: Payer): SavedCard {
  const customer = idOf(setup.customer)
  // one vendor's setup must not save a card for another
  if (customer === null || setup.metadata?.vendor_id !== String(payer.vendor_id))
    throw new GatewayRefused('resource_missing', 'This card setup belongs to another account.')
  if (setup.last_setup_error && setup.status === 'requires_payment_method')
    throw new CardRefused(refusalOf(setup.last_setup_error))
  if (setup.status === 'requires_action') throw new CardRefused(confirmationNeeded)
  if (setup.status === 'processing') throw new GatewayUnsure('Stripe is still checking the card.')
  const method = setup.payment_method
  if (setup.status !== 'succeeded' || !method || typeof method === 'string' || !method.card)
    throw new GatewayRefused('setup_intent_unexpected_state', 'The card setup isn’t confirmed.')
  const { brand, last4, exp_month, exp_year } = method.card
  return { customer, method: method.id, ...brandOf(brand), last4, exp_month, exp_year }
}

/** An event about an object we don't know has no subject, so it doesn't block others. */
export function eventOf({ id, type, data }: Stripe.Event): GatewayEvent {
  return { id, type, about: aboutOf((data as { object?: Thing } | null | undefined)?.object) }
}
interface Thing {
  object?: string
  id?: string
  payment_intent?: string | { id: string } | null
}
function aboutOf(thing: Thing | null | undefined): GatewayEvent['about'] {
  if (!thing) return null
  const ref = thing.object === 'charge' ? idOf(thing.payment_intent) : thing.id
  if (!ref) return null
  if (thing.object === 'payment_intent' || thing.object === 'charge') return { payment: ref }
  if (thing.object === 'refund') return { refund: ref }
  return thing.object === 'dispute' ? { dispute: ref } : null
}
