import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { movementKinds } from './customers.ts'

const months = z.object({ months: fromText.count(1, 36).default(13) })
/** How old figures are that are kept by day. */
const freshness = {
  today: z.string(),
  kept_tm: moment.nullable().describe('when the numbers were brought up to date; null: never'),
  is_behind: z.boolean().describe('changes of more than two minutes ago aren’t in them yet'),
}
export const freshnessText = 'being brought up to date'
const share = z.number().nullable().describe('a fraction; null: there was nothing before')

const recurringMonth = z.object({
  month: z.string().describe('first day of the month'),
  opening: decimal,
  movements: z.array(z.object({ kind: z.enum(movementKinds), amount: decimal })),
  closing: decimal.describe('MRR at the month’s end; of this month, today'),
  opening_vendors: z.number(),
  vendors: z.number().describe('paying vendors at its end'),
  came: z.number().describe('vendors who paid for the first time'),
  arpa: decimal.nullable().describe('MRR per paying vendor at its end'),
  vendor_churn: share.describe('opening vendors without MRR at the end'),
  gross_churn: share.describe('churn and contraction of opening vendors, of the opening MRR'),
  net_churn: share.describe('the same less their expansion'),
})
export type RecurringMonth = z.output<typeof recurringMonth>

const earnedMonth = z.object({
  month: z.string(),
  billed: decimal.describe('invoices for a period'),
  billed_once: decimal.describe('invoices for something once'),
  credited: decimal.describe('credit notes'),
  earned: decimal.describe('of invoices for a period'),
  earned_once: decimal,
  earned_credited: decimal.describe('what credit notes take back'),
  earned_net: decimal,
  deferred: decimal.describe('billed less credited and earned, to the month’s end'),
  written_off: decimal,
})
export type EarnedMonth = z.output<typeof earnedMonth>
export type EarnedFigure = Exclude<keyof EarnedMonth, 'month'>

const cohort = z.object({
  month: z.string().describe('the month in which its vendors first paid'),
  came: z.number(),
  cells: z
    .array(z.object({ vendors: z.number(), mrr: decimal }))
    .describe('at the end of that month and of each later one, to this month'),
})
export type Cohort = z.output<typeof cohort>

/** What became of an invoice whose first attempt failed. */
export const cardOutcomes = {
  try_2: 'Paid by attempt 2',
  try_3: 'Paid by attempt 3',
  try_4: 'Paid by attempt 4',
  try_5: 'Paid by attempt 5',
  retried: 'Paid when retried manually',
  another_card: 'Paid with another card',
  outside: 'Paid outside',
  written_off: 'Written off',
  open: 'Still open',
} as const
export type CardOutcome = keyof typeof cardOutcomes
export const cardOutcomeNames = Object.keys(cardOutcomes) as [CardOutcome, ...CardOutcome[]]
const counted = z.object({
  outcome: z.enum(cardOutcomeNames),
  invoices: z.number(),
  amount: decimal,
})
export type CountedOutcome = z.output<typeof counted>
const unpaidMonth = z.object({
  month: z.string().describe('month of issue'),
  invoices: z.number(),
  amount: decimal,
  recovered: z.number(),
  recovered_amount: decimal,
  outcomes: z.array(counted).describe('only outcomes with invoices'),
})
export type UnpaidMonth = z.output<typeof unpaidMonth>

export const recurringRevenueOperations = {
  getRecurringRevenue: get('/api/reports/monthly-revenue/recurring', 'MRR and its movements, by month', {
    access: 'money',
    query: months,
    answer: z.object({ months: z.array(recurringMonth).describe('newest first'), ...freshness }),
  }),
  getEarnedRevenue: get('/api/reports/monthly-revenue/earned', 'Billed, earned and deferred, by month', {
    access: 'money',
    query: months,
    answer: z.object({
      months: z.array(earnedMonth).describe('newest first'),
      totals: earnedMonth.omit({ month: true, deferred: true }),
      ...freshness,
    }),
  }),
  getCohorts: get(
    '/api/reports/monthly-revenue/cohorts',
    'Vendors by the month in which they first paid, and their MRR since',
    {
      access: 'money',
      query: months,
      answer: z.object({ cohorts: z.array(cohort).describe('newest first'), ...freshness }),
    },
  ),
  getUnpaidCards: get(
    '/api/reports/monthly-revenue/unpaid-cards',
    'Invoices whose first attempt failed, and what became of them',
    {
      access: 'money',
      query: months,
      answer: z.object({
        months: z.array(unpaidMonth).describe('newest first'),
        totals: unpaidMonth.omit({ month: true }),
      }),
    },
  ),
}
