/** `vendor_status_id` by name. */
export const vendorStatus = { free: 0, active: 1, suspended: 2, delisted: 3, canceled: 4 } as const
/** The name of each `vendor_status_id`. */
export const vendorStatuses = [
  'Free',
  'Active',
  'Billing Suspended',
  'Billing Suspended - DELIST PRODUCTS',
  'Canceled',
] as const

/** It is billed and its stores are updated, which no other status is. */
export const isActive = ({ vendor_status_id }: { vendor_status_id: number }): boolean =>
  vendor_status_id === vendorStatus.active

export interface VendorStanding {
  vendor_status_id: number
  deleted_tm: string | null
  billing_failures: number
  total_active_integrations: number
  total_cancel_pending: number
  total_freeze_pending: number
  total_frozen: number
}

/** The displayed status of a vendor (docs/domain/vendors.md, Shown status). */
export function displayedStatus(v: VendorStanding): string {
  if (v.deleted_tm !== null) return 'Deleted'
  if (!isActive(v)) return vendorStatuses[v.vendor_status_id] ?? 'Unknown'
  if (v.billing_failures > 0) return `Billing Failing (${v.billing_failures} attempts)`
  if (v.total_active_integrations === 0) {
    if (v.total_cancel_pending > 0) return 'All Cancel Pending'
    if (v.total_freeze_pending > 0) return 'All Freeze Pending'
    if (v.total_frozen > 0) return 'All Frozen'
  }
  const counts = [
    [v.total_cancel_pending, 'CP'],
    [v.total_freeze_pending, 'FP'],
    [v.total_frozen, 'F'],
  ].flatMap(([n, label]) => (n ? [`${n} ${label}`] : []))
  return counts.length ? `Active (${counts.join(', ')})` : 'Active'
}

/** The status without what is in parentheses. */
export const statusWord = (status: string): string => status.replace(/ \(.*\)$/, '')

const suffixLabels: Record<string, string> = { CP: 'cancel pending', FP: 'freeze pending', F: 'frozen' }
/** The displayed status in words: `Active (1 FP)` is Active with one freeze pending. */
export const statusInWords = (status: string): string =>
  status.replace(/(\d+) (CP|FP|F)\b/g, (_, n: string, short: string) => `${n} ${suffixLabels[short]}`)
