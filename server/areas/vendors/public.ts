// What other areas may call.
export { mostPlaces, placesMatching, vendorsAlike, vendorsIn, whyMatched } from './matching.ts'
export { readTerm, type Sought } from './term.ts'
export { vendorLogoFiles } from './logo.ts'
export {
  lockAnyVendor,
  lockUndeletedVendor,
  lockVendor,
  lockVendorOf,
  refuseDeletedFeed,
  requireVendor,
  rowsOfVendor,
} from './known-vendor.ts'
export { noticeAddresses, updateAddresses, updatesTo } from './notice-addresses.ts'
export { isOpenTo } from './lock.ts'
export { eraseAccounts } from './erase-accounts.ts'
export { refuseLocked, refuseLockedSince } from './refuse-locked.ts'
export { activeIntegration, readyIntegration } from './integrations.ts'
export { activeUser } from './active.ts'
export { keepActiveDay } from './active-trends.ts'
export { vendorsOf } from './read.ts'
export { accessColumns, suppliersClosedTo } from './supplier-access.ts'
export { writeNote } from './add-vendor-note.ts'
