import { z } from 'zod'
import { bigId, count, fromText, id, instant, line, lines, text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { jobCategory, schedulableTypes } from './types.ts'
import { moment } from '../values.ts'

export const jobPageSize = 50
export const jobSorts = ['queued', 'ended', 'took'] as const
export const job = z.object({
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
  usual_most_seconds: z.number().nullable(),
  reason: z.string().nullable(),
  stopping: z.boolean().describe('terminated manually, still running'),
  terminated: z.boolean().describe('terminated manually, stopped'),
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
  terminate_by: z.string().nullable(),
  replayed_by: z.number().nullable().describe('the job that retried its group of failures'),
  replayed_as: z.number().nullable().describe('the job that retries its record'),
  replays: z.number().nullable().describe('the failed job this one retries'),
  /** What a replay queued, the first 100. */
  queued_jobs: z.array(
    z.object({
      job_id: z.number(),
      subject: z.string().nullable(),
      job_status: z.number(),
      job_state: z.string(),
    }),
  ),
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
  log: z.array(
    z.object({
      job_log_id: z.number(),
      tm: moment,
      attempt: z.number(),
      level: z.string(),
      message: z.string(),
    }),
  ),
  /** Seconds of the record's last 50 successes, else of the type's. */
  usual: z
    .object({ p50: z.number(), p95: z.number(), jobs: z.number(), of: z.enum(['record', 'type']) })
    .nullable(),
  unusually_long: z.boolean(),
})

export type JobPage = z.output<typeof jobPage>

/** The id of the job's record, as a number or as text. */
const recordId = z.union([bigId, line(100, 'Enter an ID')]).transform(String)

/** More jobs than this are counted as “10,000+”. */
export const mostCounted = 10_000
const jobFilters = z.object({
  search: line(200).default('').describe('in the subject or reason, or the exact ID of the record'),
  job_type: text(100).optional(),
  param_name: text(100).optional(),
  param_value: recordId.optional(),
  vendor_id: id.optional().describe('jobs of this vendor’s custom feeds and stores'),
  category: jobCategory.optional(),
  job_status: z.array(count(0, 4)).max(5).default([]),
  cause: text(300).optional(),
  start: instant.optional().describe('queued from, seconds since 1970'),
  end: instant.optional().describe('queued before, seconds since 1970'),
  begun: z.boolean().default(false).describe('start and end filter by start time, not queue time'),
  stopped: z.boolean().optional().describe('whether it was terminated manually; omit for both'),
})
export type JobFilters = z.output<typeof jobFilters>

export const jobOperations = {
  listSchedulableJobs: get(
    '/api/jobs/get-scheduling-templates',
    'List the job types staff can schedule, with their parameter',
    {
      answer: z.array(
        z.object({
          job_type: z.string(),
          label: z.string(),
          category: jobCategory,
          param_name: z.string(),
          vcpu: z.number(),
        }),
      ),
    },
  ),
  terminateJob: post('/api/jobs/terminate', 'Stop a job at its next batch, without partly applied changes', {
    body: z.object({ job_id: bigId, reason: lines(500, 'Enter a reason') }),
    answer: z.object({ job_id: z.number(), job_state: z.string() }),
    refuses: ['not_found', 'conflict'],
  }),
  scheduleJob: post('/api/jobs/schedule-job', 'Queue a job for a record', {
    body: z.object({ job_type: text(100), param_name: text(100), param_value: recordId }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable() }),
    refuses: ['not_found'],
  }),
  listJobs: post(
    '/api/jobs/get-job-history',
    'List job history, newest first or by end or duration, 50 at a time',
    {
      reads: true,
      body: jobFilters.extend({
        sort_on: z.enum(jobSorts).default('queued'),
        oldest_first: z.boolean().default(false).describe('or first ended, or shortest'),
        beyond: bigId.optional().describe('return only jobs after this one in the sort order'),
      }),
      answer: z.array(job),
    },
  ),
  countJobs: post('/api/jobs/count-job-history', 'Count matching jobs, up to 10,000', {
    reads: true,
    body: jobFilters,
    answer: z.object({ jobs: z.number(), more: z.boolean() }),
  }),
  findJobRecords: get('/api/jobs/records', 'Find records that a job type can be scheduled for, by name', {
    query: z.object({
      job_type: z.enum(schedulableTypes),
      q: line(100).default(''),
      vendor_id: fromText.id.optional().describe('only this vendor’s custom feeds or stores'),
    }),
    answer: z.array(z.object({ param_value: z.string(), label: z.string(), detail: z.string() })),
  }),
  getJob: get('/api/jobs/{job_id}', 'Get a job with inputs, attempts, log, result, and usual duration', {
    answer: jobPage,
    refuses: ['not_found'],
  }),
}
