// What other areas' screens may use.
export { SupplierShelves, VendorShelves } from './Freshness.tsx'
export { storeColumns } from './store-columns.tsx'
export { VendorStores } from './VendorStores.tsx'
