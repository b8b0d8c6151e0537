/** How soon a person must act: read it sometime, act within the working day, act now. */
export const severities = ['note', 'today', 'urgent'] as const
export type Severity = (typeof severities)[number]
/** A severity as its column keeps it: 0, 1 or 2. */
export const severityLevel = (severity: Severity): number => severities.indexOf(severity)

export const severityNames = ['Information', 'Today', 'Urgent'] as const
/** What the list is filtered by, in the order of its menu. */
export const categoryNames = {
  feed: 'Feeds',
  store: 'Stores',
  money: 'Money',
  vendor: 'Vendors',
  system: 'System',
} as const
export type Category = keyof typeof categoryNames
export const categories = Object.keys(categoryNames) as Category[]

interface Kind {
  name: string
  category: Category
  severity: Severity
  /** How long the problem must last before anyone is notified. */
  waitMinutes: number
  /** A problem that returns within this time continues its notification. */
  reopenMinutes: number
}
/** A problem, which lasts until its condition is over. */
interface StateKind extends Kind {
  point: false
}
/** Something that happened, and is over at once. */
interface PointKind extends Kind {
  point: true
}

/** Every kind of notification (docs/domain/notifications.md). */
export const kinds = {
  feed: state('Feed needs attention', 'feed', 'today'),
  host: state('Supplier server unreachable', 'feed', 'today'),
  update_failures: state('Many updates fail', 'feed', 'today'),
  freshness: state('Feeds late because of us', 'feed', 'today'),
  wrong_asins: state('Sure ASINs were wrong', 'feed', 'today'),
  feed_warned: point('Feed applied with a warning', 'feed', 'note'),
  store: state('Store updates stopped', 'store', 'today'),
  store_behind: state('Store out of date', 'store', 'today'),
  update: state('Store update held', 'store', 'today'),
  market: state('Market unreachable', 'store', 'today'),
  renewal: state('Renewal failed', 'money', 'today'),
  renewals_stopped: state('Renewals stopped', 'money', 'urgent'),
  gateway: state('Payment gateway doesn’t respond', 'money', 'urgent', 10),
  gateway_difference: state('Payment differs from the gateway', 'money', 'today'),
  books: state('Ledger check failed', 'money', 'urgent'),
  month_open: state('Month not closed', 'money', 'today'),
  dispute: state('Dispute', 'money', 'today'),
  dispute_decided: point('Dispute closed', 'money', 'note'),
  refund_failed: point('Refund failed', 'money', 'today'),
  approval: state('Approval requested', 'money', 'today'),
  request_answered: point('Request answered', 'money', 'note'),
  pause: state('Pause requested', 'vendor', 'today'),
  supplier_request: state('Supplier requested', 'vendor', 'today'),
  account_request: state('Plan change or closing requested', 'vendor', 'today'),
  onboarding: state('Onboarding takes too long', 'vendor', 'today'),
  registration: point('Vendor registered', 'vendor', 'note'),
  feedback: point('Message from a vendor', 'vendor', 'note'),
  no_worker: state('No worker for queued jobs', 'system', 'urgent', 2),
  worker_lost: state('Worker lost', 'system', 'note', 1),
  queue: state('Jobs wait too long', 'system', 'today', 5),
  jobs_failing: state('Jobs fail', 'system', 'today'),
  mail: state('Emails wait', 'system', 'urgent', 15),
  staff_mail: state('Emails to staff bounce', 'system', 'today'),
  clock: state('Clock is off', 'system', 'urgent'),
  disk: state('Disk almost full', 'system', 'urgent', 10),
  endpoint: state('Webhook fails', 'system', 'today'),
  storm: state('Many problems of one kind', 'system', 'today'),
} as const
export type NoticeKind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as NoticeKind[]

/** Time ranges of the list in hours, newest problems first; null: all time. */
export const timeRanges = [24, 48, 72, 168] as const
export const defaultTimeRange = 72

function state(name: string, category: Category, severity: Severity, waitMinutes = 0): StateKind {
  return { name, category, severity, waitMinutes, reopenMinutes: 30, point: false }
}
function point(name: string, category: Category, severity: Severity): PointKind {
  return { name, category, severity, waitMinutes: 0, reopenMinutes: 0, point: true }
}
