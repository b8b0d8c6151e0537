import type { Handlers } from '#server/platform/http.ts'
import { compareRuns, countRunDifferences } from './compare-runs.ts'
import { applyRun, discardRun, rollBackRun } from './decide-run.ts'
import { listCustomFeedRuns, listRuns, listRunsBetween } from './history.ts'
import { listMonitoredFeeds, saveCustomFeedReportInfo, saveSupplierReportInfo } from './monitoring.ts'
import { previewFeed } from './preview-feed.ts'
import { downloadRejectedRows, getCurrentRun, getFeed, getRun, getSchedule, listPresets } from './read.ts'
import { saveFeed, saveSchedule } from './save-feed.ts'
import { startRun } from './start-run.ts'
import { listNewestStatistics, listRunStatistics } from './statistics.ts'
import { uploadFeedFile } from './upload-feed.ts'
import { watchRun } from './watch-run.ts'

export const feedRoutes: Handlers<'feeds'> = {
  getFeed,
  saveFeed,
  listPresets,
  uploadFeedFile,
  previewFeed,
  startRun,
  getRun,
  watchRun,
  applyRun,
  discardRun,
  rollBackRun,
  downloadRejectedRows,
  compareRuns,
  countRunDifferences,
  getCurrentRun,
  getSchedule,
  saveSchedule,
  listRuns,
  listRunsBetween,
  listCustomFeedRuns,
  listMonitoredFeeds,
  saveSupplierReportInfo,
  saveCustomFeedReportInfo,
  listRunStatistics,
  listNewestStatistics,
}
