// What other areas may call.
export {
  isIntegrated,
  markStoresBehind,
  queueStoreUpdate,
  sentHash,
  startStoreUpdates,
  updateStore,
} from './update-store.job.ts'
