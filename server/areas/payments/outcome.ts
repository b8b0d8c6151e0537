import { dayOf } from '#contract/billing/days.ts'
import type { PaymentOutcome } from '#contract/payments/payments.ts'
import type { Services } from '#server/platform/services.ts'
import { isCancelEligible } from './facts.ts'
import { sendMoney } from './intents.ts'

/** Sends what an act has written down, and answers what became of it, as far as it is known. */
export async function finishMoney(
  services: Services,
  vendorId: number,
  begun: string[] | 'waiting',
): Promise<PaymentOutcome> {
  if (begun === 'waiting') return { state: 'waiting', card_exception: null, cancel_eligible: false }
  await sendMoney(services, begun)
  const rows =
    begun.length === 0
      ? []
      : await services.db
          .selectFrom('money_intent')
          .select(['state', 'last_error'])
          .where('money_intent_id', 'in', begun)
          .execute()
  const bad = rows.find((row) => row.state !== 'succeeded')
  return {
    state: (bad?.state ?? 'succeeded') as PaymentOutcome['state'],
    card_exception: bad && bad.state !== 'open' ? bad.last_error : null,
    cancel_eligible: await isCancelEligible(services.db, vendorId, dayOf(services.clock.now())),
  }
}
