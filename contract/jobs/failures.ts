import { z } from 'zod'
import { text, lines, count, fromText } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { jobCategory, schedulableTypes } from './types.ts'
import { moment } from '../values.ts'

const failureGroup = z.object({
  job_type: z.string(),
  label: z.string(),
  category: jobCategory,
  cause: z.string().describe('the reason without its numbers'),
  newest_reason: z.string().nullable(),
  reasons: z.number().describe('number of reasons that differ only in their numbers'),
  jobs: z.number(),
  unrecovered: z.number().describe('jobs after which no job of the same record succeeded'),
  records: z.number(),
  well_since: z.number().describe('records for which a later job succeeded'),
  waiting: z.number().describe('records neither recovered nor retried'),
  first_tm: moment,
  last_tm: moment,
  last_job_id: z.number(),
  last_subject: z.string().nullable(),
  last_reason_code: z.string().nullable().describe('why the latest feed run was rejected'),
  last_dropshipper_id: z.number().nullable().describe('the supplier whose feed the latest run is for'),
  replayable: z.boolean(),
})

export type FailureGroup = z.output<typeof failureGroup>

export const jobFailureOperations = {
  listFailureGroups: get(
    '/api/jobs/failures',
    'Group jobs that completed with errors by type and cause, up to 100 groups',
    {
      query: z.object({ hours: fromText.count(1, 720).default(24), category: jobCategory.optional() }),
      answer: z.array(failureGroup),
    },
  ),
  replayFailureGroup: post('/api/jobs/replay', 'Retry a group of failed jobs, as a job', {
    body: z.object({
      job_type: z.enum(schedulableTypes),
      cause: text(300).min(1),
      hours: count(1, 720).default(24),
      reason: lines(500).min(3, 'Enter a reason'),
    }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable(), records: z.number() }),
  }),
}

/** A cause covers many reasons, with their numbers left open. */
export const causeText = (cause: string): string => cause.replaceAll('#', '…')
