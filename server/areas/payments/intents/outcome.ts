import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import type { Retried } from '#contract/payments/billing-information.ts'
import type { PaymentOutcome } from '#contract/payments/payments.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { isCancelEligible } from '../facts.ts'
import { sendMoney } from './intents.ts'

/** Sends what an act has written down, and answers what became of it, as far as it is known. */
export async function finishMoney(
  services: Services,
  vendorId: number,
  begun: string[] | 'waiting',
): Promise<PaymentOutcome> {
  if (begun === 'waiting') return { state: 'waiting', card_exception: null, cancel_eligible: false }
  await sendMoney(services, begun)
  const { state, card_exception } = await outcomeOf(services.db, begun)
  return {
    state,
    card_exception,
    cancel_eligible: await isCancelEligible(services.db, vendorId, dayOf(services.clock.now())),
  }
}

/** What became of what was sent: of several the first that didn't go through. */
export async function outcomeOf(db: Db, begun: readonly string[]): Promise<Retried> {
  const rows =
    begun.length === 0
      ? []
      : await db
          .selectFrom('money_intent')
          .select(['state', 'last_error', 'amount'])
          .where('money_intent_id', 'in', begun)
          .execute()
  const bad = rows.find((row) => row.state !== 'succeeded')
  return {
    amount: fromCents(rows.reduce((sum, row) => sum + toCents(row.amount), 0)),
    state: (bad?.state ?? 'succeeded') as Retried['state'],
    card_exception: bad && bad.state !== 'open' ? bad.last_error : null,
  }
}
