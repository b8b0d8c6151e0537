import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import type { RetryOutcome } from '#contract/payments/billing-information.ts'
import type { PaymentOutcome } from '#contract/payments/payments.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { isCancelEligible } from '../facts.ts'
import { sendMoney } from './intents.ts'

/** Sends what an act has written down, and returns its outcome as far as it is known. */
export async function finishMoney(
  services: Services,
  vendorId: number,
  intents: string[] | 'waiting',
): Promise<PaymentOutcome> {
  if (intents === 'waiting') return { state: 'waiting', card_exception: null, cancel_eligible: false }
  await sendMoney(services, intents)
  const { state, card_exception } = await outcomeOf(services.db, intents)
  return {
    state,
    card_exception,
    cancel_eligible: await isCancelEligible(services.db, vendorId, dayOf(services.clock.now())),
  }
}

/** The outcome of sent intents: of several, the first that failed. */
export async function outcomeOf(db: Db, intentIds: readonly string[]): Promise<RetryOutcome> {
  const rows =
    intentIds.length === 0
      ? []
      : await db
          .selectFrom('money_intent')
          .select(['state', 'last_error', 'amount'])
          .where('money_intent_id', 'in', intentIds)
          .execute()
  const bad = rows.find((row) => row.state !== 'succeeded')
  return {
    amount: fromCents(rows.reduce((sum, row) => sum + toCents(row.amount), 0)),
    state: (bad?.state ?? 'succeeded') as RetryOutcome['state'],
    card_exception: bad && bad.state !== 'open' ? bad.last_error : null,
  }
}
