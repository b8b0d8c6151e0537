import { type LogRow } from '#contract/activity/activity-log.ts'
import { eventName } from '#contract/activity/names.ts'
import { shownChanges } from '#contract/activity/told-changes.ts'
import { byQuery, exportedList } from '#server/platform/files/exported.ts'
import { activityFound } from './read.ts'

const changesOf = (row: LogRow) =>
  shownChanges(row.changes)
    .map(({ name, from, to }) => `${name}: ${from} → ${to}`)
    .join('\n')

const values = {
  tm: (r: LogRow) => r.tm,
  by: (r: LogRow) => r.action_by,
  type: (r: LogRow) => eventName(r.type),
  what: (r: LogRow) =>
    [r.message, r.reason && `Reason: ${r.reason}`, changesOf(r)].filter(Boolean).join('\n'),
  reason: (r: LogRow) => r.reason,
  changes: changesOf,
  entity: (r: LogRow) => r.entity,
  entity_id: (r: LogRow) => r.entity_id,
}

export const activityExports = [
  exportedList<'activity', LogRow>({
    list: 'activity',
    ...byQuery((_db, input) => activityFound(input)),
    ofSupplier: (input) => input.dropshipper_id,
    values,
  }),
  exportedList<'staff_activity', LogRow>({
    list: 'staff_activity',
    ...byQuery((_db, input) => activityFound(input)),
    values,
  }),
  exportedList<'vendor_activity', LogRow>({
    list: 'vendor_activity',
    ...byQuery((_db, input) => activityFound(input)),
    ofVendor: (input) => input.vendor_id,
    values,
  }),
]
