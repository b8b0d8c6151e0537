// What other areas may call.
export { explainListing, type Finding } from './explain-listing.ts'
export { followStatus, type StatusMove } from './follow-status.ts'
export { takesNoFile } from './known-store.ts'
export { keptBack } from './kept-back.ts'
export { lastFailure, lastUpdate } from './last-update.ts'
export { resumePriced } from './market-currency.ts'
export { readStores } from './list-stores.ts'
export { shelfAges } from './shelf-ages.ts'
export {
  markAllStoresBehind,
  markStoresBehind,
  markStoresOfVendorBehind,
  queueStoreUpdate,
  startStoreUpdates,
} from './behind.ts'
export { updateStore } from './update-store.job.ts'
