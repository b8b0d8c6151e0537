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
        ? `${[`Updating ${u.vendor_store_name}`, u.progress_text].filter(Boolean).join(': ')}.`
        : `Update for ${u.vendor_store_name} queued.`,
    ),
    ...(open.length === 0 && stores.length > 0 ? ['No updates running.'] : []),
    ...(endedUpdates.length > 0 ? [endedText(endedUpdates)] : []),
    'Each update covers all suppliers of a store.',
  ].join(' ')
}

function endedText(updates: readonly IntegrationUpdate[]): string {
  const failedCount = updates.filter(failedUpdate).length
  const heldCount = updates.filter((u) => u.held !== null).length
  const troubles = [failedCount > 0 && `${failedCount} failed`, heldCount > 0 && `${heldCount} held`]
  const parts = troubles.filter((part) => part !== false)
  if (parts.length > 0)
    return `Last ${updates.length === 1 ? 'update' : many(updates.length, 'update')}: ${parts.join(', ')}.`
  return updates.length === 1
    ? 'The last update succeeded.'
    : `The last ${many(updates.length, 'update')} succeeded.`
}
