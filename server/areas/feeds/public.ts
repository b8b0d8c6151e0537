// What other areas may call.
export { datums } from './read.ts'
export { rollBack } from './roll-back-run.job.ts'
export { customFeedRun, supplierFeedRun } from './run-feed.job.ts'
export { queueRun, startDueRuns } from './start-run.ts'
