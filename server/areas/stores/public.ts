// What other areas may call.
export {
  markStoresBehind,
  markStoresOfVendorBehind,
  queueStoreUpdate,
  sentHash,
  startStoreUpdates,
  updateStore,
} from './update-store.job.ts'
