// Every word for a status, one set for each kind of thing, so that a status reads the same on every screen,
// in emails and in files. The specification's own sets are in its spelling.

/** What staff read of a supplier's feed. */
export const feedStatuses = {
  failing: 'Failing',
  held: 'Held',
  late: 'Late',
  flaky: 'Flaky',
  never_ran: 'Never ran',
  paused: 'Paused',
  fresh: 'Healthy',
} as const

export const feedRunStatuses = {
  queued: 'Queued',
  running: 'Running',
  applied: 'Applied',
  unchanged: 'Unchanged',
  held: 'Held',
  rejected: 'Rejected',
  discarded: 'Discarded',
  superseded: 'Superseded',
  rolled_back: 'Rolled back',
  failed: 'Failed',
  terminated: 'Terminated',
  dry: 'Dry run',
} as const

/** By `job_status`, as in the specification. */
export const jobStatuses = [
  'Unscheduled',
  'Executing',
  'Completed Successfully',
  'Completed With Errors',
  'Scheduled',
] as const

export const jobAttemptStatuses = {
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  terminated: 'Terminated',
  stopped: 'Worker stopped',
  lost: 'Worker lost',
} as const

export const storeUpdateStatuses = {
  asked: 'Queued',
  planning: 'Preparing',
  held: 'Held',
  sending: 'Sending',
  accepted: 'Waiting for market',
  sent: 'Sent',
  nothing: 'No changes',
  dry: 'Dry run',
  discarded: 'Rejected',
  superseded: 'Superseded',
  compared: 'Compared',
} as const

/** A request to a market within an update. */
export const storeCallStatuses = {
  sending: 'Running',
  accepted: 'Waiting for market',
  done: 'Succeeded',
  failed: 'Failed',
} as const

export const orderStatuses = {
  open: 'Open',
  unpaid: 'Unpaid',
  'part shipped': 'Partly shipped',
  shipped: 'Shipped',
  cancelled: 'Canceled',
} as const

/** What staff read; a pause is called a freeze in the specification. */
export const subscriptionStatuses = {
  active: 'Active',
  cancel_pending: 'Cancel pending',
  freeze_pending: 'Freeze pending',
  frozen: 'Frozen',
} as const

/** What customers read of their subscriptions. */
export const ownSubscriptionStatuses = {
  active: 'Active',
  cancel_pending: 'Ending',
  freeze_pending: 'Pausing',
  frozen: 'Paused',
} as const

/** What customers read of their suppliers. */
export const ownSupplierStatuses = {
  fresh: 'Up to date',
  checking: 'In review',
  failing: 'Update failed',
  late: 'Stock may be old',
  paused: 'Updates on hold',
  waiting: 'Waiting for first file',
  frozen: 'Paused',
} as const

/** What customers read of their stores. */
export const ownStoreStatuses = {
  works: 'Up to date',
  outdated: 'Partly out of date',
  partly: 'Partly updated',
  checking: 'In review',
  trouble: 'Retrying',
  stopped: 'Stopped',
  unpaid: 'Stopped',
  suspended: 'Stopped',
  off: 'Not connected',
} as const

/** A charge's status with its refunds. */
export const chargeStatuses = {
  success: 'Success',
  refunded_in_part: 'Partially refunded',
  refunded: 'Refunded',
  declined: 'Declined',
  failed: 'Failed',
} as const

/** Invoices and credit notes. */
export const paperStatuses = {
  open: 'Open',
  paid: 'Paid',
  written_off: 'Written off',
  given_back: 'Refunded',
} as const

export const notificationStatuses = {
  open: 'Open',
  flapping: 'Flapping',
  taken: 'Assigned',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
  sent: 'For information',
  dismissed: 'Dismissed',
} as const

export const promoCodeStatuses = { open: 'Open', ended: 'Ended', used_up: 'Used up' } as const

/** A 3rd-party app's authorization. */
export const appStatuses = ['Active', 'Expires soon', 'Expired', 'Revoked'] as const
