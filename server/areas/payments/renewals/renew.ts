import { eachByItself } from '#server/platform/each.ts'
import type { Services } from '#server/platform/services.ts'
import { completeRun, judgeRun } from '../brake/judge-run.ts'
import type { DueRun } from '../brake/due-run.ts'
import { delistSuspended } from './delist-suspended.ts'
import { sendDueMoney } from '../intents/intents.ts'
import { issueRenewals } from './issue-renewals.ts'
import { retryInvoices } from './retry-invoices.ts'
import { settleSubscriptionsOf } from './settle-subscriptions.ts'

/**
 * Runs the daily steps (docs/domain/renewals.md): ends or freezes subscriptions, bills periods, charges cards
 * and retries them, and delists vendors that haven't paid for long. A run that would charge more than usual stops
 * before the first of them. It resumes wherever it was stopped, and a
 * failing step doesn't stop the others.
 */
export async function renew(
  services: Services,
): Promise<{ billed: number; tried: number; delisted: number }> {
  const counts = { billed: 0, tried: 0, delisted: 0 }
  // nothing is billed while it isn't judged
  let run: DueRun | null = null
  await eachByItself(
    [
      async () => void (run = await judgeRun(services)),
      async () => void (run && (await settleSubscriptionsOf(services))),
      async () => void (counts.billed = run ? await issueRenewals(services, run.bills) : 0),
      async () => void (counts.tried = run ? await retryInvoices(services, run.retries) : 0),
      () => sendDueMoney(services),
      async () => void (counts.delisted = run ? await delistSuspended(services) : 0),
    ],
    (step) => step(),
  )
  if (run) await completeRun(services)
  return counts
}
