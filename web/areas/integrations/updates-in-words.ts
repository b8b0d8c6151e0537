import { failedUpdate, type IntegrationUpdate } from '#contract/integrations/integrations.ts'
import { isOpen, jobStatus } from '#contract/jobs/types.ts'
import { many } from '#contract/words.ts'

/** What is under way, and how the last updates went. */
export function updatesInWords(
  updates: readonly IntegrationUpdate[],
  { stores }: { stores: readonly unknown[] },
) {
  const open = updates.filter((u) => isOpen(u.job_status))
  const endedUpdates = updates.filter((u) => !isOpen(u.job_status))
  const failedUpdates = endedUpdates.filter(failedUpdate)
  const heldUpdates = endedUpdates.filter((u) => u.held !== null)
  const well = failedUpdates.length === 0 && heldUpdates.length === 0
  return [
    ...open.map((u) =>
      u.job_status === jobStatus.executing
        ? `An update of ${u.vendor_store_name} runs now${u.progress_text ? `: ${u.progress_text}` : ''}.`
        : `An update of ${u.vendor_store_name} waits for a worker.`,
    ),
    ...(open.length === 0 && stores.length > 0 ? ['No update is under way.'] : []),
    ...(endedUpdates.length > 0
      ? [
          well
            ? endedUpdates.length === 1
              ? 'The last update went well.'
              : `The last ${many(endedUpdates.length, 'update')} went well.`
            : `Of the last ${many(endedUpdates.length, 'update')} ${[
                failedUpdates.length > 0 && `${failedUpdates.length} failed`,
                heldUpdates.length > 0 && `${heldUpdates.length} asked a person first`,
              ]
                .filter((part) => part !== false)
                .join(', ')}.`,
        ]
      : []),
    'An update sends a store what changed of all its suppliers.',
  ].join(' ')
}
