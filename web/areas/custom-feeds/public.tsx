// What other areas' screens may use.
export { VendorCustomFeeds } from './VendorCustomFeeds.tsx'
