// What other areas' screens may use.
export { ConnectStore } from './connect/ConnectStore.tsx'
export { StalestShelf, SupplierShelves, VendorShelves } from './Freshness.tsx'
export { storeColumns } from './store-columns.tsx'
export { withFeeds } from './store-answer.ts'
export { VendorStores } from './VendorStores.tsx'
export { updateSentence } from './update-words.ts'
