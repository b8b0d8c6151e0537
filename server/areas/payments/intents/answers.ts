import type { Payment, Refund } from '../gateways/gateway.ts'
import { isByHolder } from './holder-confirmation.ts'
import type { Answer, Settled } from './settled.ts'

type Of = Pick<Settled, 'kind'> & { money_intent_id: string; terms?: unknown }
const answered = ({ money_intent_id }: Of, state: Answer['state'], more: Partial<Answer> = {}): Answer => ({
  money_intent_id,
  state,
  transaction_num: null,
  refusal: null,
  ...more,
})

/** What a payment, as it stands at the gateway, answers its intent; null: nothing yet. */
export function answerOfPayment(intent: Of, payment: Payment): Answer | null {
  const { state, ref, charge, refusal } = payment
  if (state === 'ready' || state === 'open' || state === 'held') return null
  // its holder may try again until it is let go
  if (isByHolder(intent) && state !== 'succeeded') return null
  if (state === 'succeeded') return answered(intent, 'succeeded', { transaction_num: charge ?? ref })
  // a hold that was let go before this could be written down
  if (state === 'canceled' && intent.kind === 'auth')
    return answered(intent, 'succeeded', { transaction_num: ref })
  return answered(intent, 'declined', {
    refusal: refusal ?? { code: state, decline_code: null, message: 'It was canceled' },
  })
}

/** The same of a refund. */
export function answerOfRefund(intent: Of, { state, ref, failure }: Refund): Answer | null {
  if (state === 'open') return null
  return state === 'succeeded'
    ? answered(intent, 'succeeded', { transaction_num: ref })
    : answered(intent, 'failed', { refusal: refundFailed(failure) })
}
const refundFailed = (failure: string | null) => ({
  code: 'refund_failed',
  decline_code: null,
  message: failureText(failure),
})
/** Why a refund failed, as a person reads it: the gateway says it in one word. */
export const failureText = (failure: string | null): string =>
  failure === null ? 'It failed' : `The refund failed: ${failure.replaceAll('_', ' ')}`
