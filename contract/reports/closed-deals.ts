import { z } from 'zod'
import { day, line, requiredDay } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { decimal } from '../values.ts'
import { preparedFile } from './files.ts'

export const mostDeals = 5000
/** Deals without an owner count under this name. */
export const noOwner = 'IS'
/** A vendor who pays again after so many days is a deal; before, the old one goes on. */
export const reactivatedAfterDays = 90
/** The least that MRR must rise to be a deal, in dollars. */
export const leastExpansion = 10
/** A deal is lost when the vendor stops paying within so many days. */
export const lostWithinDays = 60
/** Set-up fees within so many days belong to the deal. */
export const setUpWithinDays = 30

export const dealKinds = { new: 'New', reactivation: 'Returned', expansion: 'Upgrade' } as const
export type DealKind = keyof typeof dealKinds
const kindNames = Object.keys(dealKinds) as [DealKind, ...DealKind[]]

export const closedDealsFilters = z.object({
  start: requiredDay(messages.upgradeAfterNeeded).describe('Upgrade After: deals from this day on (UTC)'),
  end: day.optional().describe('and until this day; without: until today'),
  owner: line(200).optional().describe(`only deals of this owner, or of ${noOwner}`),
})
export type ClosedDealsFilters = z.output<typeof closedDealsFilters>

const deal = z.object({
  vendor_id: z.number(),
  company: z.string(),
  day: z.string(),
  week: z.number().describe('weeks since 2018-04-03 04:00:34 UTC, as on The Truth'),
  kind: z.enum(kindNames),
  added: decimal.describe('MRR added'),
  set_up: decimal.describe('set-up fees charged within 30 days'),
  owner: z.string(),
  manager: z.string().nullable(),
  registered_days: z.number().describe('from registration to the deal'),
  pays_today: z.boolean(),
  lost_on: z.string().nullable().describe('the first day without MRR, if that was within 60 days'),
})
export type ClosedDeal = z.output<typeof deal>
const sum = z.object({ deals: z.number(), added: decimal })
const weekOfOwner = sum.extend({ owner: z.string(), week: z.number(), starts: z.string() })
const answer = z.object({
  start: z.string(),
  end: z.string(),
  deals: z.array(deal).describe('newest first'),
  total: z.number(),
  all: sum.describe('all deals, lost ones too'),
  lost: sum,
  by_owner: z.array(sum.extend({ owner: z.string(), lost: z.number() })).describe('the most added first'),
  weeks: z.array(weekOfOwner).describe('by week and owner, oldest first'),
})
export type ClosedDeals = z.output<typeof answer>

export const closedDealsOperations = {
  getClosedDeals: post('/api/reports/closed-deals', 'Vendors who started to pay or pay more, by owner', {
    access: 'money',
    reads: true,
    body: closedDealsFilters,
    answer,
  }),
  prepareClosedDeals: post('/api/reports/closed-deals-export', 'Prepare the closed deals as CSV', {
    access: 'money',
    fresh: true,
    body: closedDealsFilters,
    answer: preparedFile,
  }),
  downloadClosedDeals: get('/api/reports/closed-deals-export', 'Download the closed deals as last prepared', {
    access: 'money',
    answer: 'file',
    refuses: ['too_many', 'not_found', 'conflict'],
  }),
}
