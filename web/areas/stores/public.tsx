// What other areas' screens may use; tabs are loaded when shown.
export { ConnectStore } from './connect/ConnectStore.tsx'
export { StalestShelf, SupplierShelves, VendorShelves } from './Freshness.tsx'
export { storeColumns } from './store-columns.tsx'
export { withFeeds } from './store-answer.ts'
export { updateSentence } from './update-words.ts'
export const loadVendorStores = () => import('./VendorStores.tsx')
