// What other areas may call.
export { syncDirect } from './sync-direct.job.ts'
export { syncAllDirectUsers } from './sync-direct-user.ts'
