import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'
import { job } from './jobs.ts'
import { jobCategory } from './types.ts'
import { moment } from '../values.ts'

/** Minutes of one interval on the Image and Ordering pages. */
export const trendInterval = 10
/** Intervals of a week on those pages: the most that are answered at once. */
export const mostTrendPoints = (7 * 24 * 60) / trendInterval

const categorySummary = z.object({
  category: jobCategory,
  executing: z.number(),
  queued: z.number(),
  vcpus: z.number(),
  average_queued: z.number(),
  longest_queued: z.number(),
  average_executing: z.number(),
  longest_executing: z.number(),
})

export const jobDashboardOperations = {
  getJobTrends: get('/api/jobs/trends', 'Count jobs started in each interval, by category', {
    query: z.object({
      category: jobCategory.optional(),
      start: fromText.instant.describe('seconds since 1970'),
      end: fromText.instant.describe('seconds since 1970'),
      interval: fromText.count(1, 1440).default(10).describe('minutes'),
      refresh: fromText.flag.optional(),
    }),
    answer: z.array(
      z.object({
        interval_start: z.number(),
        image_count: z.number(),
        updating_count: z.number(),
        monitoring_count: z.number(),
        ordering_count: z.number(),
        failed_count: z.number(),
      }),
    ),
  }),
  getJobSummary: get('/api/jobs/summary', 'Count running and queued jobs by category, with capacity', {
    answer: z.object({
      capacity: z.number().describe('vCPU limit of the service'),
      servers: z.number().describe('running workers'),
      server_vcpus: z.number().describe('total vCPUs of the running workers'),
      vcpus_in_use: z.number(),
      categories: z.array(categorySummary),
    }),
  }),
  listCurrentJobs: get('/api/jobs/current', 'List running and queued jobs, up to 500', {
    answer: z.array(job),
  }),
  listJobCategories: get('/api/jobs/categories', 'List the job categories', {
    answer: z.array(z.object({ category: jobCategory, label: z.string() })),
  }),
  countRecentRuns: get('/api/jobs/monitoring/info', 'Count feed runs in the last 24 hours by result', {
    answer: z.object({
      running: z.number(),
      applied: z.number(),
      unchanged: z.number(),
      held: z.number(),
      rejected: z.number(),
      failed: z.number(),
    }),
  }),
  listServers: get(
    '/api/jobs/get-active-servers',
    'List workers seen in the last hour; lost after a minute without a heartbeat',
    {
      answer: z.array(
        z.object({
          server: z.string(),
          vcpus: z.number(),
          vcpus_in_use: z.number(),
          downloads: z.number().describe('number of feed files that it may download together'),
          downloads_in_use: z.number(),
          running_jobs: z.number(),
          started_tm: moment,
          heartbeat_tm: moment,
          lost: z.boolean(),
        }),
      ),
    },
  ),
  listServerSamples: get('/api/jobs/server-samples', 'List what workers used in the last 24 hours', {
    answer: z.object({
      servers: z.number().describe('how many there were; the 6 busiest are listed'),
      samples: z
        .array(
          z.object({
            tm: moment,
            server: z.string(),
            cpu: z.number().describe('cores in use'),
            memory_bytes: z.number(),
            running_jobs: z.number(),
          }),
        )
        .describe('by 10 minutes, oldest first'),
      queue: z.array(z.object({ tm: moment, queued: z.number() })),
    }),
  }),
}
