import type { VendorView } from '#contract/vendors/vendors.ts'

/** The vendor that every tab of its page gets. */
export type Vendor = VendorView
