import { z } from 'zod'
import { percent } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import { feedFormat, feedMapping, feedRules } from './settings.ts'

/** How many of the newest kept files are read again. */
export const triedFiles = 10

const triedFile = z.object({
  feed_run_id: z.number().describe('the run that read the file'),
  tm: moment,
  name: z.string(),
  was: z.string().describe('the run’s state'),
  is: z
    .enum(['first', 'applied', 'unchanged', 'held', 'rejected'])
    .describe('first: the starting catalog, which the next file is compared with'),
  sentence: z.string().describe('why it would be held, rejected or get a warning'),
  rows_read: z.number(),
  rows_rejected: z.number(),
  created: z.number(),
  updated: z.number(),
  deleted: z.number(),
  products: z.number().describe('products in the catalog after this file'),
})
export type TriedFile = z.output<typeof triedFile>

export const fileBackTestOperations = {
  startFileBackTest: post(
    '/api/feeds/{feed_id}/file-back-tests',
    'Test a format, mapping and rules on the feed’s stored files; nothing is saved',
    {
      body: z.object({
        format: feedFormat,
        mapping: feedMapping,
        rules: feedRules,
        one_time_threshold_percent: percent.nullable().default(null),
      }),
      answer: z.object({ feed_back_test_id: z.number(), job_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  getFileBackTest: get('/api/feed-back-tests/{id}', 'Get the results of a test on stored files so far', {
    answer: z.object({
      feed_back_test_id: z.number(),
      job_id: z.number().nullable(),
      of_files: z.number(),
      files: z.array(triedFile).describe('oldest first'),
      insert_tm: moment,
      end_tm: moment.nullable(),
      reason: z.string().nullable().describe('why it stopped'),
    }),
    refuses: ['not_found'],
  }),
}
