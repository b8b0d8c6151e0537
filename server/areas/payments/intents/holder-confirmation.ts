import { GatewayRefused, type Gateway, type Payment, type Refusal } from '../gateways/gateway.ts'
import type { Answer } from './settled.ts'

/** What an intent's terms say of one that the card's holder confirms in the browser. */
export const byHolder = { by_holder: true } as const
interface OfHolder {
  money_intent_id: string
  insert_tm: string
  terms: unknown
}
export const isByHolder = ({ terms }: { terms?: unknown }): boolean =>
  (terms as Partial<typeof byHolder> | null | undefined)?.by_holder === true

/** So long its holder has; then it is let go, so that nothing is paid that nobody waits for. */
export const holderMs = 30 * 60_000
/** Nobody was asked in vain: it is no try of the card, and no letter tells of it. */
export const notConfirmed: Refusal = {
  code: 'not_confirmed',
  decline_code: 'authentication_required',
  message: 'The payment wasn’t confirmed.',
}

/**
 * What became of a payment that its holder confirms (docs/domain.md, Confirming a payment). Whatever isn't
 * paid is let go at the gateway before it is written down, so that it can't be paid afterwards.
 * null: there is time still.
 */
export async function answerOfHolder(
  gateway: Gateway,
  { money_intent_id, insert_tm, terms }: OfHolder,
  ref: string,
  now: number,
): Promise<Answer | null> {
  const over = (terms as { over?: true }).over === true || now - Date.parse(insert_tm) > holderMs
  let payment = await gateway.readPayment(ref)
  const { refusal } = payment
  if (payment.state === 'ready' || payment.state === 'refused') {
    if (!over) return null
    payment = await letGo(gateway, ref, `${money_intent_id}:cancel`)
  }
  if (payment.state === 'succeeded')
    return {
      money_intent_id,
      state: 'succeeded',
      transaction_num: payment.charge ?? payment.ref,
      refusal: null,
    }
  if (payment.state !== 'canceled') return null
  const refused = refusal === null || refusal.code === 'authentication_required'
  return {
    money_intent_id,
    state: 'declined',
    transaction_num: null,
    refusal: refused ? notConfirmed : refusal,
  }
}

/** It may have been paid at that moment: then that is what stands. */
async function letGo(gateway: Gateway, ref: string, key: string): Promise<Payment> {
  try {
    return await gateway.cancelPayment(ref, key)
  } catch (error) {
    if (error instanceof GatewayRefused) return gateway.readPayment(ref)
    throw error
  }
}
