import type { Payment, Refund } from '../gateways/gateway.ts'
import { isByHolder } from './holder-confirmation.ts'
import type { Answer, SettledIntent } from './settled-intent.ts'

type IntentFacts = Pick<SettledIntent, 'kind'> & { money_intent_id: string; terms?: unknown }
const toAnswer = (
  { money_intent_id }: IntentFacts,
  state: Answer['state'],
  details: Partial<Answer> = {},
): Answer => ({
  money_intent_id,
  state,
  transaction_num: null,
  refusal: null,
  ...details,
})

/** The answer that a payment's state at the gateway gives its intent; null: none yet. */
export function answerOfPayment(intent: IntentFacts, payment: Payment): Answer | null {
  const { state, ref, charge, refusal } = payment
  if (state === 'ready' || state === 'open' || state === 'held') return null
  // the cardholder may try again until it is canceled
  if (isByHolder(intent) && state !== 'succeeded') return null
  if (state === 'succeeded') return toAnswer(intent, 'succeeded', { transaction_num: charge ?? ref })
  // a hold that was released before this could be written down
  if (state === 'canceled' && intent.kind === 'auth')
    return toAnswer(intent, 'succeeded', { transaction_num: ref })
  return toAnswer(intent, 'declined', {
    refusal: refusal ?? { code: state, decline_code: null, message: 'The payment was canceled' },
  })
}

/** The answer that a refund's state gives its intent; null: none yet. */
export function answerOfRefund(intent: IntentFacts, { state, ref, failure }: Refund): Answer | null {
  if (state === 'open') return null
  return state === 'succeeded'
    ? toAnswer(intent, 'succeeded', { transaction_num: ref })
    : toAnswer(intent, 'failed', { refusal: refundFailed(failure) })
}
const refundFailed = (failure: string | null) => ({
  code: 'refund_failed',
  decline_code: null,
  message: failureText(failure),
})
/** Why a refund failed, in words; the gateway gives a single code. */
export const failureText = (failure: string | null): string =>
  failure === null ? 'The refund failed' : `The refund failed: ${failure.replaceAll('_', ' ')}`
