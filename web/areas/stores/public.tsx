// What other areas' screens may use.
export { StalestShelf, SupplierShelves, VendorShelves } from './Freshness.tsx'
export { storeColumns } from './store-columns.tsx'
export { withFeeds } from './store-answer.ts'
export { VendorStores } from './VendorStores.tsx'
