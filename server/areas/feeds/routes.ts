import type { Handlers } from '#server/platform/http.ts'
import { applyRun } from './apply-run.ts'
import { compareRuns, countRunDifferences } from './compare-runs.ts'
import { discardRun } from './discard-run.ts'
import { getFileBackTest } from './back-test-files/read.ts'
import { getCostCell } from './cost-cell.ts'
import { startFileBackTest } from './back-test-files/start-file-back-test.ts'
import { backTest } from './gate/back-test.ts'
import { reportGate } from './gate/report.ts'
import { getFleetHours } from './fleet.ts'
import { listExpectations, revokeExpectation } from './expectations.ts'
import { listCustomFeedHistory, listCustomFeedRuns, listRuns, listRunsBetween } from './history.ts'
import { listRunChanges } from './run-changes.ts'
import { listMonitoredFeeds } from './monitoring.ts'
import { listMeasuredRuns } from './measured-runs.ts'
import { mendRun } from './mend-run.ts'
import { previewFeed, tryMapping } from './preview-feed.ts'
import { downloadRejectedRows, getFeed, getFeedSchedule, getSchedule, listPresets } from './read.ts'
import { getCurrentCustomFeedRun, getCurrentRun, getRun } from './read-run.ts'
import { rollBackRun } from './roll-back-run.ts'
import { runFeeds } from './run-feeds.ts'
import { saveFeed } from './save-feed.ts'
import { saveCustomFeedReportInfo, saveSupplierReportInfo } from './save-report-info.ts'
import { saveFeedSchedule, saveSchedule } from './save-schedule.ts'
import { startRun } from './start-run.ts'
import { listNewestStatistics, listRunStatistics } from './statistics.ts'
import { switchSchedules } from './switch-schedules.ts'
import { uploadFeedFile } from './upload-feed.ts'
import { watchRun } from './watch-run.ts'

export const feedRoutes: Handlers<'feeds'> = {
  getFeed,
  saveFeed,
  listPresets,
  uploadFeedFile,
  previewFeed,
  tryMapping,
  getCostCell,
  startRun,
  getRun,
  listRunChanges,
  watchRun,
  applyRun,
  discardRun,
  rollBackRun,
  mendRun,
  downloadRejectedRows,
  listExpectations,
  revokeExpectation,
  backTest,
  startFileBackTest,
  getFileBackTest,
  reportGate,
  listMeasuredRuns,
  compareRuns,
  countRunDifferences,
  getCurrentRun,
  getCurrentCustomFeedRun,
  getSchedule,
  saveSchedule,
  getFeedSchedule,
  saveFeedSchedule,
  runFeeds,
  switchSchedules,
  listRuns,
  listRunsBetween,
  listCustomFeedRuns,
  listCustomFeedHistory,
  listMonitoredFeeds,
  getFleetHours,
  saveSupplierReportInfo,
  saveCustomFeedReportInfo,
  listRunStatistics,
  listNewestStatistics,
}
