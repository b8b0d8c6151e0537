import type { feeds } from '#contract/feeds.ts'
import type { Handlers } from '#server/platform/http.ts'
import { applyRun, discardRun, rollBackRun } from './decide-run.ts'
import { previewFeed } from './preview-feed.ts'
import { compareCounts, compareRuns } from './compare-runs.ts'
import { currentRun, getFeed, getRun, getSchedule, listPresets, rejectedRows, watchRun } from './read.ts'
import { saveFeed, saveSchedule } from './save-feed.ts'
import { startRun } from './start-run.ts'
import { uploadFeedFile } from './upload-feed.ts'

export const feedRoutes: Handlers<typeof feeds> = {
  get: getFeed,
  save: saveFeed,
  presets: listPresets,
  upload: uploadFeedFile,
  preview: previewFeed,
  start: startRun,
  run: getRun,
  watch: watchRun,
  apply: applyRun,
  discard: discardRun,
  rollBack: rollBackRun,
  rejectedRows,
  compare: compareRuns,
  compareCounts,
  current: currentRun,
  getSchedule,
  saveSchedule,
}
