import type { Handlers } from '#server/platform/http.ts'
import { applyRun } from './apply-run.ts'
import { compareRuns, countRunDifferences } from './compare-runs.ts'
import { discardRun } from './discard-run.ts'
import { backTest } from './gate/back-test.ts'
import { reportGate } from './gate/report.ts'
import { listExpectations, revokeExpectation } from './expectations.ts'
import { listCustomFeedRuns, listRuns, listRunsBetween } from './history.ts'
import { listRunChanges } from './run-changes.ts'
import { listMonitoredFeeds } from './monitoring.ts'
import { previewFeed, tryMapping } from './preview-feed.ts'
import { downloadRejectedRows, getCurrentRun, getFeed, getRun, getSchedule, listPresets } from './read.ts'
import { rollBackRun } from './roll-back-run.ts'
import { saveFeed } from './save-feed.ts'
import { saveCustomFeedReportInfo, saveSupplierReportInfo } from './save-report-info.ts'
import { saveSchedule } from './save-schedule.ts'
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
  tryMapping,
  startRun,
  getRun,
  listRunChanges,
  watchRun,
  applyRun,
  discardRun,
  rollBackRun,
  downloadRejectedRows,
  listExpectations,
  revokeExpectation,
  backTest,
  reportGate,
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
