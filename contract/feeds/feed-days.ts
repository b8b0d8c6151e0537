import { z } from 'zod'
import { get } from '../operation.ts'

/** How many days of a feed are drawn. */
export const recordedDays = 90

const feedDay = z.object({
  day: z.string(),
  passed: z.number().describe('runs that passed the checks'),
  held: z.number().describe('held runs, approved later or not'),
  rejected: z.number().describe('rejected and failed runs'),
  worst: z
    .number()
    .nullable()
    .describe(
      'the check that came closest to its limit or exceeded it most, in percent of the limit, up to 999',
    ),
  check: z.string().nullable().describe('that check'),
  verdict: z.enum(['passed', 'held']).nullable().describe('of the run with that check'),
  feed_run_id: z.number().nullable().describe('that run, else the last rejected one, else the last one'),
  age_hours: z
    .number()
    .nullable()
    .describe('the age of the data when it was oldest; null before the first good run'),
})
export type FeedDay = z.output<typeof feedDay>

export const feedDayOperations = {
  listFeedDays: get(
    '/api/feeds/{feed_id}/days',
    "List a feed's last 90 days with their runs, worst check and age of data, oldest first",
    {
      answer: z.object({ max_age_hours: z.number(), days: z.array(feedDay) }),
      refuses: ['not_found'],
    },
  ),
}
