import {
  directFieldLabels,
  type DirectField,
  type DirectUserView,
} from '#contract/direct-app/direct-users.ts'
import { dayText } from '#contract/formats.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { count } from '#contract/words.ts'

/** What a person needs to know about the sync of a user; undefined: nothing. */
export function syncText({ sync }: DirectUserView): string | undefined {
  const { connected, unsent, job } = sync
  if (!connected)
    return 'IS Direct isn’t connected: changes stay here. Set DIRECT_APP_URL and DIRECT_APP_SECRET in this service’s settings.'
  if (job?.job_status === jobStatus.failed) return `The last sync failed. ${job.reason ?? ''}`.trim()
  if (unsent.length > 0)
    return `Waiting to be sent to IS Direct: ${unsent.map((field) => directFieldLabels[field].toLowerCase()).join(', ')}.`
  return undefined
}

/** A field's value in words. */
export function valueText(
  plans: DirectUserView['plan_types'],
  field: DirectField,
  value: string | number | null,
): string {
  if (value === null) return field === 'direct_plan_type_id' ? 'No plan' : 'None'
  if (field === 'direct_plan_type_id')
    return plans.find((plan) => plan.direct_plan_type_id === value)?.name ?? `Plan ${value}`
  if (field === 'next_charge_date') return dayText(String(value))
  return typeof value === 'number' ? count(value) : value
}
