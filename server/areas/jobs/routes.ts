import type { Handlers } from '#server/platform/http/http.ts'
import { listFailureGroups } from './failures.ts'
import { findJobRecords } from './find-job-records.ts'
import { getHealth } from './health.ts'
import {
  countRecentRuns,
  getJobSummary,
  getJobTrends,
  listCurrentJobs,
  listJobCategories,
  listSchedulableJobs,
  listServers,
} from './read.ts'
import { countJobs, listJobs } from './list-jobs.ts'
import { replayFailureGroup } from './replay-failure-group.ts'
import { scheduleJob } from './schedule-job.ts'
import { listServerSamples } from './server-samples.ts'
import { terminateJob } from './terminate-job.ts'
import { getJob } from './view-job.ts'

export const jobRoutes: Handlers<'jobs'> = {
  getJobTrends,
  getJobSummary,
  listCurrentJobs,
  listJobCategories,
  countRecentRuns,
  listServers,
  listServerSamples,
  listSchedulableJobs,
  terminateJob,
  scheduleJob,
  listJobs,
  countJobs,
  findJobRecords,
  getJob,
  listFailureGroups,
  replayFailureGroup,
  getHealth,
}
