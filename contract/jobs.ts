import { z } from 'zod'
import { operation } from './operation.ts'
import { moment } from './shared.ts'

export const jobCategories = ['image', 'updating', 'monitoring', 'ordering'] as const
const jobCategory = z.enum(jobCategories)
export type JobCategory = z.output<typeof jobCategory>

/** Job states by job_status id (document 1, section 4; document 2, section 4). */
export const jobStates = ['Unscheduled', 'Executing', 'Completed Successfully', 'Completed With Errors', 'Scheduled'] as const
export const jobStatus = { unscheduled: 0, executing: 1, succeeded: 2, failed: 3, scheduled: 4 } as const

/** Green when the threshold is at least the value; minutes (document 1, section 9). */
export const jobThresholds = { average_queued: 120, longest_queued: 240, average_executing: 1440, longest_executing: 2880 } as const
/** vCPUs the service may run at once (document 1, section 9). */
export const jobCapacity = { production: 360, development: 16 } as const

/** The job types of the specification and ours; each has a queue of its own name. */
export const jobTypes = {
  DROPSHIPPER_MONITORING_JOB: { category: 'monitoring', vcpu: 2, param: 'dropshipper_id', label: 'Supplier feed run' },
  RESTRICTED_MONITORING_JOB: { category: 'monitoring', vcpu: 2, param: 'vendor_custom_feed_id', label: 'Custom feed run' },
  FEED_ROLLBACK_JOB: { category: 'updating', vcpu: 2, param: 'feed_run_id', label: 'Roll a feed run back' },
  BASIC_IMAGE: { category: 'image', vcpu: 1, param: 'dropshipper_id', label: "Check a supplier's images" },
  PARTIAL_SOLR_SYNC_JOB: { category: 'updating', vcpu: 1, param: 'dropshipper_id', label: "Bring a supplier's search index up to date" },
  VENDOR_STORE_UPDATER_JOB: { category: 'updating', vcpu: 1, param: 'vendor_store_id', label: 'Send a store what changed' },
  DIAGNOSTIC_UPDATE_JOB: { category: 'updating', vcpu: 1, param: 'product_id', label: 'Trace one product from the feed to the stores' },
  VARIANT_MAPPING_JOB: { category: 'updating', vcpu: 1, param: 'dropshipper_id', label: "Map a supplier's new variants" },
  JOB_REPLAY_JOB: { category: 'updating', vcpu: 1, param: 'cause', label: 'Run a group of failed jobs again' },
} as const satisfies Record<string, { category: JobCategory; vcpu: number; param: string; label: string }>
export type JobType = keyof typeof jobTypes
/** The types that staff schedule for one record; the others are begun by an act of their own screen. */
export const schedulableTypes = [
  'DROPSHIPPER_MONITORING_JOB',
  'RESTRICTED_MONITORING_JOB',
  'BASIC_IMAGE',
  'PARTIAL_SOLR_SYNC_JOB',
  'VENDOR_STORE_UPDATER_JOB',
  'DIAGNOSTIC_UPDATE_JOB',
  'VARIANT_MAPPING_JOB',
] as const satisfies readonly JobType[]
/** Minutes of one interval on the Image and Ordering pages (document 1, section 9). */
export const trendInterval = 10
export const jobPageSize = 50

const job = z.object({
  job_id: z.number(),
  job_spec_name: z.string(),
  category: jobCategory,
  job_state: z.string(),
  job_status: z.number(),
  job_rank: z.number(),
  param_name: z.string().nullable(),
  param_value: z.string().nullable(),
  subject: z.string().nullable(),
  server: z.string().nullable(),
  vcpu: z.number(),
  attempt: z.number(),
  queued_tm: moment,
  job_start_time: moment.nullable(),
  job_end_time: moment.nullable(),
  heartbeat_tm: moment.nullable(),
  progress: z.number().nullable(),
  progress_text: z.string().nullable(),
  usual_seconds: z.number().nullable(),
  reason: z.string().nullable(),
  feed_run_id: z.number().nullable(),
  sku: z.string().nullable(),
  product_id: z.number().nullable(),
})
export type Job = z.output<typeof job>

const jobPage = job.extend({
  label: z.string(),
  requested_by: z.string(),
  payload: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()).nullable(),
  replayed_by: z.number().nullable(),
  attempts: z.array(
    z.object({
      attempt: z.number(),
      server: z.string(),
      start_tm: moment,
      end_tm: moment.nullable(),
      outcome: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  log: z.array(z.object({ job_log_id: z.number(), tm: moment, attempt: z.number(), level: z.string(), message: z.string() })),
  /** Seconds of the record's last 50 successes, else of the type's. */
  usual: z.object({ p50: z.number(), p95: z.number(), jobs: z.number(), of: z.enum(['record', 'type']) }).nullable(),
  unusually_long: z.boolean(),
})
export type JobPage = z.output<typeof jobPage>

const failureGroup = z.object({
  job_type: z.string(),
  label: z.string(),
  category: jobCategory,
  cause: z.string(),
  jobs: z.number(),
  records: z.number(),
  waiting: z.number(),
  first_tm: moment,
  last_tm: moment,
  last_job_id: z.number(),
  last_subject: z.string().nullable(),
  replayable: z.boolean(),
})
export type FailureGroup = z.output<typeof failureGroup>

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

export const jobs = {
  trends: operation({
    method: 'GET',
    path: '/api/jobs/trends',
    access: 'staff',
    summary: 'Jobs started by category in each interval',
    query: z.object({
      category: jobCategory.optional(),
      start: z.coerce.number<number>().int().min(0).describe('seconds since 1970'),
      end: z.coerce.number<number>().int().min(0).describe('seconds since 1970'),
      interval: z.coerce.number<number>().int().min(1).max(1440).default(10).describe('minutes'),
      refresh: z.stringbool().optional(),
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
  summary: operation({
    method: 'GET',
    path: '/api/jobs/summary',
    access: 'staff',
    summary: 'Executing and queued by category, against the capacity',
    answer: z.object({ capacity: z.number(), vcpus_in_use: z.number(), categories: z.array(categorySummary) }),
  }),
  current: operation({ method: 'GET', path: '/api/jobs/current', access: 'staff', summary: 'Jobs executing or waiting, at most 500', answer: z.array(job) }),
  categories: operation({
    method: 'GET',
    path: '/api/jobs/categories',
    access: 'staff',
    summary: 'The job categories',
    answer: z.array(z.object({ category: jobCategory, label: z.string() })),
  }),
  monitoringInfo: operation({
    method: 'GET',
    path: '/api/jobs/monitoring/info',
    access: 'staff',
    summary: 'Feed runs of the last 24 hours by how they ended',
    answer: z.object({ running: z.number(), applied: z.number(), unchanged: z.number(), held: z.number(), rejected: z.number(), failed: z.number() }),
  }),
  getActiveServers: operation({
    method: 'GET',
    path: '/api/jobs/get-active-servers',
    access: 'staff',
    summary: 'Workers heard of in the last hour; lost when silent for a minute',
    answer: z.array(
      z.object({
        server: z.string(),
        vcpus: z.number(),
        vcpus_in_use: z.number(),
        running_jobs: z.number(),
        started_tm: moment,
        heartbeat_tm: moment,
        lost: z.boolean(),
      }),
    ),
  }),
  getSchedulingTemplates: operation({
    method: 'GET',
    path: '/api/jobs/get-scheduling-templates',
    access: 'staff',
    summary: 'The job types staff can schedule, with their parameter',
    answer: z.array(z.object({ job_type: z.string(), label: z.string(), category: jobCategory, param_name: z.string(), vcpu: z.number() })),
  }),
  terminate: operation({
    method: 'POST',
    path: '/api/jobs/terminate',
    access: 'staff',
    summary: 'Stop a job at its next batch, leaving no half-applied change',
    body: z.object({ job_id: z.number().int().positive(), reason: z.string().trim().min(1, 'Say why').max(500) }),
    answer: z.object({ job_id: z.number(), job_state: z.string() }),
  }),
  scheduleJob: operation({
    method: 'POST',
    path: '/api/jobs/schedule-job',
    access: 'staff',
    summary: 'Queue a job of a type for one record',
    body: z.object({ job_type: z.string(), param_name: z.string(), param_value: z.coerce.string<string | number>().min(1).max(100) }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable() }),
  }),
  getJobHistory: operation({
    method: 'POST',
    path: '/api/jobs/get-job-history',
    access: 'staff',
    summary: 'Ended and running jobs of a type and record, newest first',
    body: z.object({
      job_type: z.string().optional(),
      param_name: z.string().optional(),
      param_value: z.coerce.string<string | number>().optional(),
      category: jobCategory.optional(),
      job_status: z.array(z.number().int().min(0).max(4)).max(5).default([]),
      cause: z.string().max(300).optional(),
      start: z.number().int().min(0).optional().describe('queued from, seconds since 1970'),
      end: z.number().int().min(0).optional().describe('queued before, seconds since 1970'),
      before: z.number().int().positive().optional().describe('keyset: only jobs with a smaller job_id'),
    }),
    answer: z.array(job),
  }),
  view: operation({
    method: 'GET',
    path: '/api/jobs/{job_id}',
    access: 'staff',
    summary: 'One job: its inputs, attempts, log, result and usual duration',
    params: z.object({ job_id: z.coerce.number<number>().int().positive() }),
    answer: jobPage,
  }),
  failures: operation({
    method: 'GET',
    path: '/api/jobs/failures',
    access: 'staff',
    summary: 'Jobs that completed with errors, grouped by type and cause, at most 100 groups',
    query: z.object({ hours: z.coerce.number<number>().int().min(1).max(720).default(24), category: jobCategory.optional() }),
    answer: z.array(failureGroup),
  }),
  replay: operation({
    method: 'POST',
    path: '/api/jobs/replay',
    access: 'staff',
    summary: 'Run the records of a group of failed jobs again, as a job of its own',
    body: z.object({
      job_type: z.enum(schedulableTypes),
      cause: z.string().min(1).max(300),
      hours: z.number().int().min(1).max(720).default(24),
      reason: z.string().trim().min(3, 'Say why').max(500),
    }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable(), records: z.number() }),
  }),
}
