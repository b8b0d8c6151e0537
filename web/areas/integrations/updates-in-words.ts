import { failedUpdate, type IntegrationUpdate } from '#contract/integrations/integrations.ts'
import { isOpen, jobStatus } from '#contract/jobs/types.ts'
import { many } from '#contract/words.ts'

/** The running updates, and how the last ones went. */
export function updatesInWords(
  updates: readonly IntegrationUpdate[],
  { stores }: { stores: readonly unknown[] },
) {
  const open = updates.filter((u) => isOpen(u.job_status))
  const endedUpdates = updates.filter((u) => !isOpen(u.job_status))
  return [
    ...open.map((u) =>
      u.job_status === jobStatus.executing
        ? `An update of ${[`${u.vendor_store_name} runs now`, u.progress_text].filter(Boolean).join(': ')}.`
        : `An update of ${u.vendor_store_name} waits for a worker.`,
    ),
    ...(open.length === 0 && stores.length > 0 ? ['No update is under way.'] : []),
    ...(endedUpdates.length > 0 ? [endedText(endedUpdates)] : []),
    'An update sends a store what changed of all its suppliers.',
  ].join(' ')
}

function endedText(updates: readonly IntegrationUpdate[]): string {
  const failedCount = updates.filter(failedUpdate).length
  const heldCount = updates.filter((u) => u.held !== null).length
  const troubles = [
    failedCount > 0 && `${failedCount} failed`,
    heldCount > 0 && `${heldCount} asked a person first`,
  ]
  const parts = troubles.filter((part) => part !== false)
  if (parts.length > 0) return `Of the last ${many(updates.length, 'update')} ${parts.join(', ')}.`
  return updates.length === 1
    ? 'The last update went well.'
    : `The last ${many(updates.length, 'update')} went well.`
}
