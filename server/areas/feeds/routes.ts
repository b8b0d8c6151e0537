import type { Handlers } from '#server/platform/http/http.ts'
import { applyRun } from './runs/apply-run.ts'
import { compareRuns, countRunDifferences } from './runs/compare-runs.ts'
import { discardRun } from './runs/discard-run.ts'
import { getFileBackTest } from './back-test-files/read.ts'
import { getCostCell } from './runs/cost-cell.ts'
import { startFileBackTest } from './back-test-files/start-file-back-test.ts'
import { backTest } from './gate/back-test.ts'
import { reportGate } from './gate/history/report.ts'
import { listFeedDays } from './monitoring/feed-days.ts'
import { getFleetHours } from './monitoring/fleet.ts'
import { listExpectations, revokeExpectation } from './settings/expectations.ts'
import { listCustomFeedHistory, listCustomFeedRuns, listRuns, listRunsBetween } from './runs/history.ts'
import { listRunChanges } from './runs/run-changes.ts'
import { listMonitoredFeeds } from './monitoring/monitoring.ts'
import { listMeasuredRuns } from './runs/measured-runs.ts'
import { mendRun } from './runs/mend-run.ts'
import { previewFeed, tryMapping } from './settings/preview-feed.ts'
import { getPreviewProgress } from './settings/preview-progress.ts'
import { downloadRejectedRows, getFeed, getFeedSchedule, getSchedule, listPresets } from './read.ts'
import { getCurrentCustomFeedRun, getCurrentRun, getRun } from './runs/read-run.ts'
import { getRunFault } from './runs/run-fault.ts'
import { rollBackRun } from './runs/roll-back-run.ts'
import { runFeeds } from './runs/run-feeds.ts'
import { acceptFeedHostKey } from './settings/accept-feed-host-key.ts'
import { saveFeed } from './settings/save-feed.ts'
import { saveCustomFeedReportInfo, saveSupplierReportInfo } from './settings/save-report-info.ts'
import { saveFeedSchedule, saveSchedule } from './settings/save-schedule.ts'
import { startRun } from './runs/start-run.ts'
import { listNewestStatistics, listRunStatistics } from './run/statistics.ts'
import { switchSchedules } from './settings/switch-schedules.ts'
import { uploadFeedFile } from './settings/upload-feed.ts'
import { watchRun } from './runs/watch-run.ts'

export const feedRoutes: Handlers<'feeds'> = {
  getFeed,
  saveFeed,
  acceptFeedHostKey,
  listPresets,
  uploadFeedFile,
  previewFeed,
  getPreviewProgress,
  tryMapping,
  getCostCell,
  startRun,
  getRun,
  getRunFault,
  listFeedDays,
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
