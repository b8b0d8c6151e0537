import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { vendorStatuses } from '../vendors/status.ts'

/** What moves monthly recurring revenue. */
export const movementKinds = [
  'new',
  'reactivation',
  'recovered',
  'expansion',
  'contraction',
  'churn_canceled',
  'churn_unpaid',
] as const
export type MovementKind = (typeof movementKinds)[number]
export const movementNames: Record<MovementKind, string> = {
  new: 'New',
  reactivation: 'Reactivation',
  recovered: 'Recovered',
  expansion: 'Expansion',
  contraction: 'Contraction',
  churn_canceled: 'Churn, canceled',
  churn_unpaid: 'Churn, unpaid',
}

const share = z.number().nullable().describe('a fraction; null: there was nothing before')
const mrrFigures = z.object({
  start: z.string(),
  end: z.string(),
  opening: decimal,
  opening_vendors: z.number(),
  closing: decimal,
  closing_vendors: z.number(),
  movements: z
    .array(
      z.object({
        kind: z.enum(movementKinds),
        amount: decimal,
        vendors: z.number(),
        same_period: z.number().describe('vendors who came and left within the range'),
      }),
    )
    .describe('opening and all movements are closing'),
  arpa: decimal.nullable().describe('MRR per paying vendor at the end'),
  vendor_churn: share.describe('opening vendors without MRR at the end'),
  gross_churn: share.describe('churn and contraction of opening vendors, of the opening MRR'),
  net_churn: share.describe('the same less their expansion'),
})
export type MrrFigures = z.output<typeof mrrFigures>

/** Why the MRR of a vendor ended. */
export const churnNames = { canceled: 'Canceled', unpaid: 'Suspended, unpaid' } as const
/** Why a status changed, as shown. A person’s own change has no other reason. */
const statusWhys: Readonly<Record<string, string>> = {
  renewal: 'Renewal declined',
  paid: 'Paid',
  delisted: 'Delisted',
}
export const statusWhyText = (why: string | null): string =>
  why === null ? 'Not recorded' : (statusWhys[why] ?? 'Manually')

/** The longest list of churned users, or of status changes, that one answer has. */
export const mostCustomerRows = 2000

const year = fromText.count(2000, 9999)
const month = fromText.count(1, 12)
const status = fromText.count(0, vendorStatuses.length - 1)
/** A month in UTC; without a year: the last one. */
export const monthChoice = z
  .object({ year: year.optional(), month: month.optional() })
  .refine(({ year, month }) => (year === undefined) === (month === undefined), {
    path: ['month'],
    error: 'Choose a month and its year',
  })
export type MonthChoice = z.output<typeof monthChoice>

const churnedUser = z.object({
  vendor_id: z.number(),
  company: z.string(),
  kind: z.enum(['canceled', 'unpaid']).describe('unpaid: suspended'),
  day: z.string(),
  mrr: decimal.describe('MRR lost'),
  same_period: z.boolean().describe('came within the month, too'),
  is_back: z.boolean().describe('pays again today'),
  months_paid: z.number().describe('paid renewal invoices'),
  kept: decimal.describe('received in its life, less refunds and disputes'),
  plan: z.string().nullable(),
  reason_id: z.number().nullable(),
  comment: z.string().nullable(),
  suppliers: z.number().describe('subscriptions now'),
  manager: z.string().nullable(),
  crm_owner: z.string().nullable(),
  stores: z.number(),
})
export type ChurnedUser = z.output<typeof churnedUser>

const statusChange = z.object({
  vendor_id: z.number(),
  company: z.string(),
  tm: moment,
  from_id: z.number(),
  to_id: z.number(),
  why: z.string().nullable().describe('null: not recorded'),
  by_name: z.string(),
  mrr: decimal.nullable().describe('MRR the day before; null: the caller may not see money'),
})
export type StatusChange = z.output<typeof statusChange>

const affiliateMonth = z.object({
  vendor_id: z.number(),
  name: z.string(),
  codes: z.number(),
  given: z.number().describe('vendors who were given one of its codes in the month'),
  redemptions: z.number().describe('bills of the month that a code lowered'),
  discount: decimal.describe('their sum'),
  referred: z.number().describe('vendors it referred up to the end of the month'),
  paying: z.number().describe('of them, vendors with MRR at the end'),
  churned: z.number().describe('of them, vendors whose MRR ended in the month'),
  billed: decimal.describe('invoices of referred vendors in the month, less credit notes'),
  kept: decimal.describe('received from them in the month, less refunds and disputes'),
})
export type AffiliateMonth = z.output<typeof affiliateMonth>

/** A month or a year in UTC, and which of its changes are listed. */
export const statusChangeFilters = z
  .object({
    year: year.optional(),
    month: month.optional(),
    from_id: status.optional().describe('lists only changes from this status'),
    to_id: status.optional().describe('and to this one'),
  })
  .refine(({ year, month }) => year !== undefined || month === undefined, {
    path: ['year'],
    error: 'Choose a year',
  })
export type StatusChangeFilters = z.output<typeof statusChangeFilters>

export const customerReportOperations = {
  getChurnedUsers: get('/api/reports/churned-users', 'Vendors whose recurring revenue ended in a month', {
    access: 'money',
    query: monthChoice,
    answer: z.object({
      figures: mrrFigures,
      users: z.array(churnedUser).describe('the most MRR first'),
      total: z.number(),
    }),
  }),
  getStatusChanges: get('/api/reports/status-change', 'Status changes of vendors in a month or year', {
    query: statusChangeFilters,
    answer: z.object({
      start: z.string(),
      end: z.string(),
      counts: z.array(
        z.object({
          month: z.string().describe('its first day'),
          from_id: z.number(),
          to_id: z.number(),
          why: z.string().nullable(),
          changes: z.number(),
          vendors: z.number(),
        }),
      ),
      changes: z.array(statusChange).describe('newest first'),
      total: z.number().describe('changes that the filters match'),
    }),
  }),
  getAffiliateReport: get('/api/affiliates/report', 'What affiliates’ codes and links brought in a month', {
    access: 'money',
    query: monthChoice,
    answer: z.object({ start: z.string(), end: z.string(), affiliates: z.array(affiliateMonth) }),
  }),
}
