// What other areas' screens may use.
export { VendorRestrictedAccess } from './VendorRestrictedAccess.tsx'
export { VendorSubscriptions } from './VendorSubscriptions.tsx'
