import { settleDueSubscriptions } from '#server/areas/subscriptions/public.ts'
import type { Services } from '#server/platform/services.ts'
import { delistSuspended } from './delist-suspended.ts'
import { sendDueMoney } from './intents.ts'
import { issueRenewals } from './issue-renewals.ts'
import { retryInvoices } from './retry-invoices.ts'

/**
 * All that a day brings (docs/domain.md, Renewals): subscriptions end or freeze, periods are billed, cards are
 * asked, and asked again, and who hasn't paid for long is taken out of the stores. It goes on wherever it was
 * stopped.
 */
export async function renew(
  services: Services,
): Promise<{ billed: number; tried: number; delisted: number }> {
  await settleDueSubscriptions(services)
  const billed = await issueRenewals(services)
  const tried = await retryInvoices(services)
  await sendDueMoney(services)
  return { billed, tried, delisted: await delistSuspended(services) }
}
