// What other areas may call.
export { activeIntegration, readyIntegration, vendorCounts } from './integrations.ts'
export {
  lockAnyVendor,
  lockUndeletedVendor,
  lockVendor,
  lockVendorOf,
  refuseDeletedFeed,
  requireVendor,
  rowsOfVendor,
} from './known-vendor.ts'
export { type Lock, isOpenTo, lockOf, lockedRefusal, toHeldLock } from './lock.ts'
export { noticeAddresses, updateAddresses, updatesTo } from './notice-addresses.ts'
export { refuseLocked, refuseLockedSince } from './refuse-locked.ts'
export { accessColumns, suppliersClosedTo } from './supplier-access.ts'
export { writeNote } from './write-note.ts'
