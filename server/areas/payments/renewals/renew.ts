import { eachByItself } from '#server/platform/each.ts'
import type { Services } from '#server/platform/services.ts'
import { delistSuspended } from './delist-suspended.ts'
import { sendDueMoney } from '../intents/intents.ts'
import { issueRenewals } from './issue-renewals.ts'
import { retryInvoices } from './retry-invoices.ts'
import { settleDueSubscriptions } from './settle-subscriptions.ts'

/**
 * All that a day brings (docs/domain.md, Renewals): subscriptions end or freeze, periods are billed, cards are
 * asked, and asked again, and who hasn't paid for long is taken out of the stores. It goes on wherever it was
 * stopped; a step that fails keeps no other from its turn.
 */
export async function renew(
  services: Services,
): Promise<{ billed: number; tried: number; delisted: number }> {
  const done = { billed: 0, tried: 0, delisted: 0 }
  await eachByItself(
    [
      () => settleDueSubscriptions(services),
      async () => void (done.billed = await issueRenewals(services)),
      async () => void (done.tried = await retryInvoices(services)),
      () => sendDueMoney(services),
      async () => void (done.delisted = await delistSuspended(services)),
    ],
    (step) => step(),
  )
  return done
}
