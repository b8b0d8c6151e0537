import { eachByItself } from '#server/platform/each.ts'
import type { Services } from '#server/platform/services.ts'
import { delistSuspended } from './delist-suspended.ts'
import { sendDueMoney } from '../intents/intents.ts'
import { issueRenewals } from './issue-renewals.ts'
import { retryInvoices } from './retry-invoices.ts'
import { settleDueSubscriptions } from './settle-subscriptions.ts'

/**
 * Runs the daily steps (docs/domain/renewals.md): ends or freezes subscriptions, bills periods, charges cards
 * and retries them, and delists vendors that haven't paid for long. It resumes wherever it was stopped, and a
 * failing step doesn't stop the others.
 */
export async function renew(
  services: Services,
): Promise<{ billed: number; tried: number; delisted: number }> {
  const counts = { billed: 0, tried: 0, delisted: 0 }
  await eachByItself(
    [
      () => settleDueSubscriptions(services),
      async () => void (counts.billed = await issueRenewals(services)),
      async () => void (counts.tried = await retryInvoices(services)),
      () => sendDueMoney(services),
      async () => void (counts.delisted = await delistSuspended(services)),
    ],
    (step) => step(),
  )
  return counts
}
