// What other areas may use.
export { HeldBy, LockedVendor, ReasonToGoOn } from './LockedVendor.tsx'
export { NoneOfVendor } from './NoneOfVendor.tsx'
export { LockActs } from './VendorLock.tsx'
