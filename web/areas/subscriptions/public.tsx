// What other areas' screens may use; tabs are loaded when shown.
export const loadVendorRestrictedAccess = () => import('./VendorRestrictedAccess.tsx')
export const loadVendorSubscriptions = () => import('./VendorSubscriptions.tsx')
