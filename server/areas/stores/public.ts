// What other areas may call.
export { resumeStoresOfCurrency as resumePriced } from './connection/market-currency.ts'
export { type StatusMove, followStatus } from './record/follow-status.ts'
export { takesNoFile } from './record/known-store.ts'
export { readStores } from './record/list-stores.ts'
export {
  markAllStoresBehind,
  markStoresBehind,
  markStoresOfMarketBehind,
  markStoresOfVendorBehind,
  queueStoreUpdate,
  startStoreUpdates,
} from './update/outdated-stores.ts'
export { updateStore } from './update/update-store.job.ts'
export {
  type ExplainedListing,
  type Finding,
  explainListing,
  explainStations,
} from './watch/explain-listing.ts'
export { countWithheld as keptBack } from './watch/withheld-counts.ts'
export { lastFailure, lastUpdate } from './watch/last-update.ts'
export { shelfAges } from './watch/shelf-ages.ts'
