// What other areas may call.
export { removeAbandoned } from './fetched-files.ts'
export { feedFiles } from './old-files.ts'
export { backTestFiles } from './back-test-files/back-test-files.job.ts'
export { rollBack } from './roll-back-run.job.ts'
export { customFeedRun, supplierFeedRun } from './run-feed.job.ts'
export { uploadOf } from './save-further.ts'
export { changeFeed, lockFeed } from './save-feed.ts'
export { tryRun, type Tried } from './run/try-run.ts'
export {
  countWaiting,
  customStandings,
  endedBadly,
  endedWell,
  ownStandings,
  standingsAfter,
  type StoodFeed,
} from './standing.ts'
export { queueRun, startDueRuns } from './start-run.ts'
