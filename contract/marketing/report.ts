import { z } from 'zod'
import { day, id, page, sortOf } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const campaignIntervals = ['month', 'week'] as const
export type CampaignInterval = (typeof campaignIntervals)[number]
/** What registered without a campaign of ours, by where it came from. */
export const otherSources = {
  code: 'Promo code alone',
  tagged: 'Other tagged links',
  direct: 'Direct',
} as const
export type OtherSource = keyof typeof otherSources
const sources = ['campaign', ...Object.keys(otherSources)] as ['campaign', ...OtherSource[]]
export const sourceKind = z.enum(sources)
export const registrationPageSize = 25
/** Before every registration: a range from here has them all. */
export const firstRegistrationDay = '2000-01-01'

/** What each figure means, on the screen and in the documents. */
export const figureHelp = {
  total_registrations: 'Vendors who registered in the period.',
  purchases: 'Of them, vendors who have paid at least once, up to today.',
  avg_purchase_time: 'Mean time from registration to first payment, of vendors who have paid.',
  revenue:
    'Ledger: received from these vendors until the end of the report, at the gateway and outside of it, less refunds and disputes.',
  total_revenue: 'The same up to today.',
} as const

const figures = z.object({
  total_registrations: z.number(),
  purchases: z.number(),
  avg_purchase_time: z.number().nullable().describe('seconds; null: no payments yet'),
  revenue: decimal,
  total_revenue: decimal,
})
export type CampaignFigures = z.output<typeof figures>

const campaignRow = figures.extend({
  source: sourceKind,
  campaign_id: z.number().nullable(),
  name: z.string(),
  affiliate: z.string().nullable(),
})
export type CampaignRow = z.output<typeof campaignRow>
const period = figures.extend({ start: z.string(), end: z.string() })
export type CampaignPeriod = z.output<typeof period>

const range = {
  start: day.optional().describe('a day in UTC; without both days: last month'),
  end: day.optional(),
}
const reportAsked = z.object({ ...range, interval: z.enum(campaignIntervals).default('month') })
export type ReportAsked = z.output<typeof reportAsked>
const answer = z.object({
  start: z.string(),
  end: z.string(),
  interval: z.enum(campaignIntervals),
  campaigns: z.array(campaignRow),
  periods: z.array(period),
  totals: figures,
  before: z.object({ start: z.string(), end: z.string(), totals: figures, periods: z.array(period) }),
})
export type CampaignReport = z.output<typeof answer>

const registration = z.object({
  vendor_id: z.number(),
  company: z.string(),
  registered_tm: moment,
  source: sourceKind,
  campaign: z.string().nullable(),
  promo_code: z.string().nullable(),
  affiliate_vendor_id: z.number().nullable(),
  affiliate: z.string().nullable(),
  tags: z.string().describe('utm_source, utm_medium and utm_campaign'),
  first_paid_tm: moment.nullable(),
  purchase_time: z.number().nullable().describe('seconds'),
  revenue: decimal,
  total_revenue: decimal,
})
export type CampaignRegistration = z.output<typeof registration>
export const registrationSort = sortOf(['registered', 'company', 'first_paid', 'revenue', 'total_revenue'])
export const registrationFilters = z.object({
  start: day,
  end: day,
  until: day.describe('the last day whose money counts as revenue'),
  source: sourceKind.optional(),
  campaign_id: id.optional(),
  affiliate_id: id.optional(),
  only: z.enum(['purchases']).optional(),
  sort: registrationSort.default('-registered'),
})
export type RegistrationFilters = z.output<typeof registrationFilters>

export const campaignReportOperations = {
  getCampaignReport: post(
    '/api/marketing-campaigns/',
    'Registrations and their revenue by campaign and period',
    {
      reads: true,
      body: reportAsked,
      answer,
    },
  ),
  listCampaignRegistrations: post(
    '/api/marketing-campaigns/registrations',
    'The registrations of a campaign or period, and their sums',
    {
      reads: true,
      body: registrationFilters.extend({ page }),
      answer: z.object({
        registrations: z.array(registration),
        total: z.number(),
        totals: figures,
      }),
    },
  ),
  downloadCampaignReport: get('/api/marketing-campaigns/export', 'Download the report as CSV', {
    fresh: true,
    query: z.object({ ...range, interval: z.enum(campaignIntervals).default('month') }),
    answer: 'file',
    refuses: ['too_many', 'not_found', 'conflict'],
  }),
}
