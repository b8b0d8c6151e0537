import { GatewayRefused, type Gateway, type Payment, type Refusal } from '../gateways/gateway.ts'
import type { Answer } from './settled-intent.ts'

/** The terms of an intent that the cardholder confirms in the browser. */
export const byHolder = { by_holder: true } as const
interface OfHolder {
  money_intent_id: string
  insert_tm: string
  terms: unknown
}
export const isByHolder = ({ terms }: { terms?: unknown }): boolean =>
  (terms as Partial<typeof byHolder> | null | undefined)?.by_holder === true

/** How long the cardholder has; then the payment is canceled, so nothing is paid unexpectedly. */
export const holderMs = 30 * 60_000
/** An abandoned confirmation: it isn't a try of the card, and no letter is sent. */
export const notConfirmed: Refusal = {
  code: 'not_confirmed',
  decline_code: 'authentication_required',
  message: 'The payment wasn’t confirmed.',
}

/**
 * The result of a payment that the cardholder confirms (docs/domain/cards.md, Confirming a payment). An unpaid one is
 * canceled at the gateway before that is written down, so it can't be paid afterwards. null: not decided yet.
 */
export async function answerOfHolder(
  gateway: Gateway,
  { money_intent_id, insert_tm, terms }: OfHolder,
  ref: string,
  now: number,
): Promise<Answer | null> {
  const isOver = (terms as { over?: true }).over === true || now - Date.parse(insert_tm) > holderMs
  let payment = await gateway.readPayment(ref)
  const { refusal } = payment
  if (payment.state === 'ready' || payment.state === 'refused') {
    if (!isOver) return null
    payment = await cancelUnlessPaid(gateway, ref, `${money_intent_id}:cancel`)
  }
  if (payment.state === 'succeeded')
    return {
      money_intent_id,
      state: 'succeeded',
      transaction_num: payment.charge ?? payment.ref,
      refusal: null,
    }
  if (payment.state !== 'canceled') return null
  const isUnconfirmed = refusal === null || refusal.code === 'authentication_required'
  return {
    money_intent_id,
    state: 'declined',
    transaction_num: null,
    refusal: isUnconfirmed ? notConfirmed : refusal,
  }
}

/** Cancels a payment; if it was paid at that very moment, it stays paid. */
async function cancelUnlessPaid(gateway: Gateway, ref: string, key: string): Promise<Payment> {
  try {
    return await gateway.cancelPayment(ref, key)
  } catch (error) {
    if (error instanceof GatewayRefused) return gateway.readPayment(ref)
    throw error
  }
}
