// What other areas may call.
export {
  markStoresBehind,
  queueStoreUpdate,
  sentHash,
  startStoreUpdates,
  updateStore,
} from './update-store.job.ts'
