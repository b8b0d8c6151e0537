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
  stopping: z.boolean().describe('a person terminated it and it runs still'),
  terminated: z.boolean().describe('a person terminated it and it has stopped'),
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
  replayed_by: z.number().nullable().describe('the job that ran its group of failures again'),
  replayed_as: z.number().nullable().describe('the job that runs its record again'),
  replays: z.number().nullable().describe('the failed job that this one runs again'),
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
const recordId = z.union([bigId, line(100, 'Give an id')]).transform(String)

/** More jobs than this are counted as “10,000+”. */
export const mostCounted = 10_000
const jobFilters = z.object({
  search: line(200).default('').describe('in the subject or the reason, or the whole id of the record'),
  job_type: text(100).optional(),
  param_name: text(100).optional(),
  param_value: recordId.optional(),
  vendor_id: id.optional().describe('of its custom feeds and stores'),
  category: jobCategory.optional(),
  job_status: z.array(count(0, 4)).max(5).default([]),
  cause: text(300).optional(),
  start: instant.optional().describe('queued from, seconds since 1970'),
  end: instant.optional().describe('queued before, seconds since 1970'),
  begun: z.boolean().default(false).describe('start and end are when it began, not when it was queued'),
  stopped: z.boolean().optional().describe('whether a person stopped it; not given, both'),
})
export type JobFilters = z.output<typeof jobFilters>

export const jobOperations = {
  listSchedulableJobs: get(
    '/api/jobs/get-scheduling-templates',
    'The job types staff can schedule, with their parameter',
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
  terminateJob: post('/api/jobs/terminate', 'Stop a job at its next batch, leaving no half-applied change', {
    body: z.object({ job_id: bigId, reason: lines(500, 'Say why') }),
    answer: z.object({ job_id: z.number(), job_state: z.string() }),
    refuses: ['not_found', 'conflict'],
  }),
  scheduleJob: post('/api/jobs/schedule-job', 'Queue a job of a type for one record', {
    body: z.object({ job_type: text(100), param_name: text(100), param_value: recordId }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable() }),
    refuses: ['not_found'],
  }),
  listJobs: post(
    '/api/jobs/get-job-history',
    'Ended and running jobs, newest first or by their end or time, 50 at a time',
    {
      reads: true,
      body: jobFilters.extend({
        sort_on: z.enum(jobSorts).default('queued'),
        oldest_first: z.boolean().default(false).describe('or what ended first, or took the least time'),
        beyond: bigId.optional().describe('keyset: only jobs that follow this one in the order'),
      }),
      answer: z.array(job),
    },
  ),
  countJobs: post('/api/jobs/count-job-history', 'How many jobs match, up to 10,000', {
    reads: true,
    body: jobFilters,
    answer: z.object({ jobs: z.number(), more: z.boolean() }),
  }),
  findJobRecords: get(
    '/api/jobs/records',
    'Records that a job of a type can be scheduled for, by what they are called',
    {
      query: z.object({
        job_type: z.enum(schedulableTypes),
        q: line(100).default(''),
        vendor_id: fromText.id.optional().describe('its custom feeds or stores alone'),
      }),
      answer: z.array(z.object({ param_value: z.string(), label: z.string(), detail: z.string() })),
    },
  ),
  getJob: get('/api/jobs/{job_id}', 'One job: its inputs, attempts, log, result and usual duration', {
    answer: jobPage,
    refuses: ['not_found'],
  }),
}
