// What other areas may call.
export { backTestFiles } from './back-test-files/back-test-files.job.ts'
export { dropLeftStages } from './files/left-stages.ts'
export { feedFiles } from './files/old-files.ts'
export {
  type FeedAndStanding as StoodFeed,
  countWaiting,
  customStandings,
  endedBadly,
  endedWell,
  ownStandings,
  standingsAfter,
  standingsOfVendor,
} from './monitoring/standing.ts'
export { customFeedRun, supplierFeedRun } from './run/run-feed.job.ts'
export { type RunTrial as Tried, tryRun } from './run/try-run.ts'
export { type HeldChange, heldChange } from './product-history/held-change.ts'
export { productHistory } from './product-history/product-history.ts'
export { rollBack } from './runs/roll-back-run.job.ts'
export { queueRun, startDueRuns } from './runs/start-run.ts'
export { previewInThread } from './settings/preview-thread.ts'
export { changeFeed, lockFeed } from './settings/save-feed.ts'
export { sealSourceKeys } from './settings/seal-source-keys.ts'
export { refuseKey, shownSource, storeSource } from './settings/source-keys.ts'
export { uploadOf } from './settings/save-further.ts'
