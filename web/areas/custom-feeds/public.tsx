// What other areas' screens may use; tabs are loaded when shown.
export const loadVendorCustomFeeds = () => import('./VendorCustomFeeds.tsx')
