import { z } from 'zod'
import { count, page } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { healthLevels } from './health.ts'
import { severalFilters, vendorRow, vendorSorts } from './vendors.ts'

/** The number of days that the trends go back. */
export const activeTrendDays = [30, 90, 365] as const
const span = z.object({ days: z.literal(activeTrendDays).default(30) })
const day = z.string().describe('a day in UTC')

const days = count(0, 36_500)
const owner = count(0, 2_147_483_647)
/** What active users can be filtered by. */
export const activeFilters = z.object({
  ...severalFilters,
  crm_owner: z.array(owner).max(50).default([]).describe('0: none'),
  health: z.array(z.enum(healthLevels)).max(3).default([]),
  days_from: days.optional().describe('least days since the vendor joined'),
  days_to: days.optional(),
  billing_failing: z.boolean().default(false),
})
const namedRecords = z.array(z.object({ id: z.number(), name: z.string() }))
const trendRow = z.object({ day, users: z.number() })

export const activeOperations = {
  listActiveVendors: post('/api/vendor/active', 'Active users, filtered, 25 a page', {
    reads: true,
    body: activeFilters.extend({ sort: z.enum(vendorSorts).default('newest'), page }),
    answer: z.object({
      total: z.number().describe('counted up to 10,000'),
      total_is_exact: z.boolean(),
      vendors: z.array(vendorRow),
    }),
  }),
  listActiveChoices: get('/api/vendor/active/choices', 'Filter choices for active users', {
    answer: z.object({ plans: namedRecords, markets: namedRecords, suppliers: namedRecords }),
  }),
  getActiveUserTrends: post(
    '/api/reports/active-user-trends',
    'Active users by day, and the current number',
    {
      reads: true,
      body: span,
      answer: z.object({
        kept_since: day.nullable().describe('the first day that was counted'),
        now: z.number(),
        days: z.array(trendRow).describe('counted at the start of each day; days not counted are missing'),
      }),
    },
  ),
  getNewUserTrends: post('/api/reports/new-user-trends', 'New users by week, or by month for a year', {
    reads: true,
    body: span,
    answer: z.object({
      by: z.enum(['week', 'month']),
      periods: z.array(trendRow).describe('complete periods, then the current one so far'),
    }),
  }),
}
