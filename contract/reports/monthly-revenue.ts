import { z } from 'zod'
import { day, fromText } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const revenueMonths = [13, 24, 36] as const
/** The axis starts here where recurring and set-up exceed it in every shown month. */
export const revenueAxis = 80_000
/** Money that moved, by what it was for: each movement of the ledger counts in one of them. */
export const moneyKinds = {
  recurring: ['Recurring', 'Payments of renewals, at the gateway and outside of it.'],
  set_up: ['Set-up', 'Manual charges for set-up.'],
  other: ['Other', 'Manual charges for a subscription, custom work, support and anything else.'],
  third_party: ['Third party', 'What third parties paid for vendors.'],
  refunds: ['Refunds', 'Refunds, without refunds that failed later.'],
  disputes: ['Disputes', 'Money withdrawn by disputes, less what came back.'],
} as const
export type MoneyKind = keyof typeof moneyKinds
export const moneyKindNames = Object.keys(moneyKinds) as [MoneyKind, ...MoneyKind[]]
export const billedKinds = {
  billed: ['Billed', 'Invoices issued in the month, by their totals.'],
  credited: ['Credited', 'Credit notes issued in the month.'],
  still_open: ['Still open', 'Of the month’s invoices, amounts unpaid today and not written off.'],
} as const
export const keptText =
  'Recurring, set-up, other and third party, less refunds and disputes: what the ledger received at the gateway and outside of it.'

const month = z.object({
  month: z.string().describe('first day of the month'),
  recurring: decimal,
  set_up: decimal,
  other: decimal,
  third_party: decimal,
  refunds: decimal.describe('amount paid out'),
  disputes: decimal.describe('amount paid out'),
  kept: decimal,
  billed: decimal,
  credited: decimal,
  still_open: decimal,
})
export type RevenueMonth = z.output<typeof month>
export type RevenueFigure = Exclude<keyof RevenueMonth, 'month'>
const report = z.object({
  months: z.array(month).describe('newest first; the first one is running'),
  totals: month.omit({ month: true }),
  today: z.string(),
  same_days: z
    .object({ before: decimal, year_before: decimal })
    .describe('kept from the 1st to the same day, of last month and of this month a year before'),
})
export type MonthlyRevenue = z.output<typeof report>

/** Where the axis of recurring and set-up starts: at 80,000 if every month exceeds it, else at 0. */
export const axisStart = (months: readonly Pick<RevenueMonth, 'recurring' | 'set_up'>[]): number =>
  months.length > 0 &&
  months.every(({ recurring, set_up }) => Number(recurring) + Number(set_up) > revenueAxis)
    ? revenueAxis
    : 0

const estimate = z.object({
  month: z.string(),
  so_far: decimal.describe('kept this month so far'),
  due: decimal.describe('bills due until the month ends'),
  due_bills: z.number(),
  due_rate: z
    .number()
    .nullable()
    .describe('share of first attempts of 90 days that succeeded; null: there were none'),
  retries: decimal.describe('open invoices with an attempt until the month ends'),
  retry_invoices: z.number(),
  retry_rate: z.number().nullable().describe('share of them expected to be paid, by number of attempts'),
  estimate: decimal,
  low: decimal,
  high: decimal,
  as_of: moment,
})
export type RevenueEstimate = z.output<typeof estimate>

export const revenuePageSize = 50
export const revenuePaymentFilters = z.object({
  month: day.describe('any day of the month'),
  what: z.enum(moneyKindNames).optional().describe('without: all that was kept'),
})
export type RevenuePaymentFilters = z.output<typeof revenuePaymentFilters>
const payment = z.object({
  ledger_transaction_id: z.number(),
  tm: moment,
  vendor_id: z.number(),
  company: z.string(),
  what: z.enum(moneyKindNames),
  text: z.string(),
  vendor_charge_id: z.number().nullable(),
  amount: decimal.describe('negative: paid out'),
})
export type RevenuePayment = z.output<typeof payment>

export const monthlyRevenueOperations = {
  getMonthlyRevenue: get('/api/reports/monthly-revenue', 'Money that moved and bills, by month', {
    access: 'money',
    query: z.object({ months: fromText.count(1, 36).default(13) }),
    answer: report,
  }),
  getRemainingMonthEstimate: get(
    '/api/reports/remaining-month-estimate',
    'What this month is expected to bring until it ends',
    { access: 'money', answer: estimate },
  ),
  listRevenuePayments: get(
    '/api/reports/monthly-revenue/payments',
    'The ledger movements of a month by their kind, and their sum',
    {
      access: 'money',
      query: revenuePaymentFilters.extend({ page: fromText.page }),
      answer: z.object({ payments: z.array(payment), total: z.number(), amount: decimal }),
    },
  ),
}
