import { eventName, type LogRow } from '#contract/activity/activity-log.ts'
import { shownChanges } from '#contract/activity/told-changes.ts'
import { byQuery, exported } from '#server/platform/exported.ts'
import { activityFound } from './read.ts'

const changesOf = (row: LogRow) =>
  shownChanges(row.changes)
    .map(({ name, from, to }) => `${name}: ${from} → ${to}`)
    .join('\n')

export const activityExports = [
  exported<'activity', LogRow>({
    list: 'activity',
    ...byQuery((_db, input) => activityFound(input)),
    ofSupplier: (input) => input.dropshipper_id,
    values: {
      tm: (r) => r.tm,
      by: (r) => r.action_by,
      type: (r) => eventName(r.type),
      what: (r) => [r.message, r.reason && `Because: ${r.reason}`, changesOf(r)].filter(Boolean).join('\n'),
      reason: (r) => r.reason,
      changes: changesOf,
      entity: (r) => r.entity,
      entity_id: (r) => r.entity_id,
    },
  }),
]
