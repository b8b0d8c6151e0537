import { z } from 'zod'
import { addMonths } from '../billing/days.ts'
import { monthText } from '../formats.ts'
import { day, lines, requiredDay } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { waits } from '../approvals/acts.ts'
import { movementKinds, movementNames } from './customers.ts'
import { moneyKindNames, moneyKinds } from './monthly-revenue.ts'

/** A month can be closed from this day of the next one on, and is closed by itself on the later day. */
export const closingDays = { from: 5, itself: 10 } as const
export const shownClosings = 36

/** A closed month keeps the cells of the cohorts that came in so many months, its own the last one. */
export const closedCohorts = 36

/** A figure that a closed month keeps, with what it is called. */
interface ClosedFigure {
  measure: string
  key: string
  name: string
  isCount?: boolean
}
const monthFigures: readonly ClosedFigure[] = [
  { measure: 'opening', key: '', name: 'Opening MRR' },
  ...movementKinds.map((key) => ({
    measure: 'movement',
    key,
    name: `MRR: ${movementNames[key].toLowerCase()}`,
  })),
  { measure: 'mrr', key: '', name: 'Closing MRR' },
  { measure: 'opening_vendors', key: '', name: 'Paying vendors at the start', isCount: true },
  { measure: 'vendors', key: '', name: 'Paying vendors', isCount: true },
  { measure: 'came', key: '', name: 'First-time paying vendors', isCount: true },
  { measure: 'left', key: '', name: 'Opening vendors who left', isCount: true },
  { measure: 'lost', key: '', name: 'MRR lost of opening vendors' },
  { measure: 'retained', key: '', name: 'Closing MRR of opening vendors' },
  ...moneyKindNames.map((key) => ({
    measure: 'collected',
    key,
    name: `Money: ${moneyKinds[key][0].toLowerCase()}`,
  })),
  { measure: 'written_off', key: '', name: 'Written off' },
  { measure: 'billed', key: 'period', name: 'Billed for periods' },
  { measure: 'billed', key: 'once', name: 'Billed once' },
  { measure: 'credited', key: '', name: 'Credit notes' },
  { measure: 'earned', key: 'period', name: 'Earned' },
  { measure: 'earned', key: 'once', name: 'Earned once' },
  { measure: 'earned', key: 'credited', name: 'Taken back by credit notes' },
  { measure: 'deferred', key: '', name: 'Deferred' },
]
/** Every figure that a closed month keeps. */
export const closedFiguresOf = (month: string): readonly ClosedFigure[] => [
  ...monthFigures,
  ...Array.from({ length: closedCohorts }, (_, age) => addMonths(month, -age)).flatMap(
    (cohort): ClosedFigure[] => {
      const key = cohort.slice(0, 7)
      const name = `Cohort ${monthText(cohort)}`
      return [
        { measure: 'cohort_vendors', key, name: `${name}: paying vendors`, isCount: true },
        { measure: 'cohort_mrr', key, name: `${name}: MRR` },
      ]
    },
  ),
]

/** What changed a figure of a closed month. */
export const changeReasons: Readonly<Record<string, string>> = {
  invoice: 'Invoice issued',
  credit_note: 'Credit note issued',
  period: 'Billing period changed',
  period_over: 'Billing period ended',
  status: 'Status changed',
  subscription: 'Subscription added or ended',
  payment: 'Payment',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute_open: 'Dispute opened',
  dispute_inquiry: 'Dispute changed to an inquiry',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  write_off: 'Written off',
  write_off_reversed: 'Write-off reversed',
}

const change = z.object({
  measure: z.string(),
  key: z.string(),
  name: z.string(),
  is_count: z.boolean().describe('vendors, not dollars'),
  was: decimal,
  now: decimal,
  differs_tm: moment.describe('when it last changed'),
  why: z.array(
    z.object({ what: z.string(), vendor_id: z.number(), company: z.string().nullable(), day: z.string() }),
  ),
})
export type ClosedChange = z.output<typeof change>
const closing = z.object({
  month: z.string().describe('first day of the month'),
  closed_tm: moment.nullable().describe('null: open'),
  closed_by_name: z.string().nullable(),
  reopened: z
    .object({ tm: moment, by_name: z.string(), reason: z.string() })
    .nullable()
    .describe('the last time, if it is open again'),
  reopen_requested_by: z.string().nullable().describe('a request to reopen it waits for approval'),
  from_day: z.string().describe('the first day on which it can be closed'),
  changes: z.array(change).describe('numbers that changed since it was closed'),
})
export type MonthClosing = z.output<typeof closing>

const place = z.enum(['money', 'reports'])
const monthBody = { month: requiredDay('Choose a month').describe('any day of the month') }

/** The stored request to reopen a month. */
export const reopening = z.object({ month: day, reason: lines(4000, 'Enter a reason') })

export const monthClosingOperations = {
  listMonthClosings: get('/api/reports/months', 'Months, whether they are closed, and what changed since', {
    access: 'money',
    answer: z.object({
      months: z.array(closing).describe('newest first, without this month'),
      blockers: z
        .array(z.object({ text: z.string(), where: place }))
        .describe('why no ended month can be closed now'),
      today: z.string(),
    }),
  }),
  closeMonth: post('/api/reports/months/close', 'Close a month: its numbers are kept', {
    fresh: true,
    access: 'money',
    body: z.object(monthBody),
    refuses: ['conflict'],
  }),
  reopenMonth: post('/api/reports/months/reopen', 'Request to reopen a closed month', {
    fresh: true,
    access: 'money',
    body: z.object({ ...monthBody, reason: lines(4000, 'Enter a reason') }),
    answer: z.object({ waiting: waits }),
    refuses: ['conflict'],
  }),
}
