// What other areas may use.
export { HeldBy, LockedVendor, ReasonToGoOn } from './LockedVendor.tsx'
export { NoneOfVendor } from './NoneOfVendor.tsx'
export { HeldLockActs, LockModal } from './VendorLock.tsx'
export { RemoveDialog } from './RemoveDialog.tsx'
export { vendorColumns } from './vendor-columns.tsx'
export { VendorPartPage } from './VendorPartPage.tsx'
export { VendorSelect } from './VendorSelect.tsx'
