import { z } from 'zod'
import { addMonths } from '../marketing/periods.ts'
import { count, fromText, line, lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const weekMs = 604_800_000
/** The first week's start: Tuesday 2018-04-03 04:00:34 UTC, midnight in New York in summer. */
const firstWeekMs = 1_522_728_034_000
export const weekOf = (ms: number): number => Math.floor((ms - firstWeekMs) / weekMs)
/** When a week starts, in milliseconds since 1970. */
export const weekStart = (week: number): number => firstWeekMs + week * weekMs
export const shownWeeks = 8
/** How many months before the chosen one the monthly view starts, unless asked otherwise. */
export const monthsBack = 3
export const mostTruthMonths = 36
export const goalYears = 5
/** A month's goals can be changed for so many days after it ended; later only with a reason. */
export const goalOpenDays = 7

/** Numbers without another source, entered by people. */
export const enteredFields = ['new_visitors', 'helpscout', 'live_chat'] as const
type EnteredField = (typeof enteredFields)[number]

/** The rows, with how each is counted. */
export const truthRows = {
  new_paying: ['New paying vendors', 'Vendors whose first payment came in the period.'],
  deals: ['Deals', 'Closed deals, with those of each owner below. Deals without an owner count for IS.'],
  mrr_added: [
    'All MRR added',
    'New, returned and recovered vendors, and upgrades: all rises of MRR. Closed Deals counts those of deals only.',
  ],
  mrr_lost: [
    'All MRR lost',
    'Vendors who left or were suspended, and downgrades: all falls of MRR. Cancellations counts those after a cancellation only.',
  ],
  net_mrr: ['Net MRR', 'All MRR added less all MRR lost.'],
  registrations: ['Registrations', 'Vendors who registered in the period.'],
  cancels: ['Cancellations', 'Cancellation requests for subscriptions, including those taken back later.'],
  kept: ['Kept', 'What the ledger received, less refunds and disputes.'],
  new_visitors: ['New visitors', 'Entered for the month.'],
  helpscout: ['Help Scout', 'Entered for the month.'],
  live_chat: ['Live chat', 'Entered for the month.'],
} as const
export type TruthRow = keyof typeof truthRows
const rowNames = Object.keys(truthRows) as [TruthRow, ...TruthRow[]]
/** Rows for those who may see money. */
const moneyRows: readonly TruthRow[] = ['mrr_added', 'mrr_lost', 'net_mrr', 'kept']
export const isMoneyRow = (row: TruthRow): boolean => moneyRows.includes(row)
export type MeasuredRow = Exclude<TruthRow, EnteredField>
export const isEnteredRow = (row: TruthRow): row is EnteredField =>
  (enteredFields as readonly TruthRow[]).includes(row)
const measuredRows = rowNames.filter((row): row is MeasuredRow => !isEnteredRow(row)) as [
  MeasuredRow,
  ...MeasuredRow[],
]

/** What people enter for a month: goals, and numbers without another source. `weekly` is of new paying vendors. */
export type GoalField =
  | 'weekly'
  | 'monthly'
  | EnteredField
  | `${EnteredField}_goal`
  | `${Exclude<MeasuredRow, 'new_paying'>}_${'weekly' | 'monthly'}`
/** The field of a row's goal; undefined: it has none for weeks. */
export function goalFieldOf(row: TruthRow, view: 'weekly' | 'monthly'): GoalField | undefined {
  if (row === 'new_paying') return view
  if (!isEnteredRow(row)) return `${row}_${view}`
  return view === 'monthly' ? `${row}_goal` : undefined
}
const fieldsOf = (row: TruthRow): readonly (readonly [GoalField, string])[] => {
  const [name] = truthRows[row]
  if (isEnteredRow(row))
    return [
      [row, name],
      [`${row}_goal`, `${name}, monthly goal`],
    ]
  return (['weekly', 'monthly'] as const).flatMap((view) => {
    const field = goalFieldOf(row, view)
    return field ? [[field, `${name}, ${view} goal`] as const] : []
  })
}
export const goalFields = Object.fromEntries(rowNames.flatMap(fieldsOf)) as Record<GoalField, string>
export const goalFieldNames = Object.keys(goalFields) as [GoalField, ...GoalField[]]
const moneyFields = moneyRows.flatMap(fieldsOf).map(([field]) => field)
export const isMoneyField = (field: GoalField): boolean => moneyFields.includes(field)

interface ParsedGoal {
  value: string
  less_than: boolean
}
/** A goal as typed: a number, or `<` and a number; spaces, `$`, `,` and `%` are allowed. Null: neither. */
export function parseGoal(text: string): ParsedGoal | null {
  const match = /^(<?)(\d{1,12}(?:\.\d{1,2})?)$/.exec(text.replaceAll(/[\s$,%]/g, ''))
  return match?.[2] === undefined ? null : { value: match[2], less_than: match[1] === '<' }
}
export const goalFault = 'Enter a number such as 120 or <120'
export const numberFault = 'Enter a number such as 120'
/** What is wrong with a field's text; undefined: nothing. */
export function goalFaultOf(field: GoalField, text: string): string | undefined {
  if (text === '') return undefined
  const goal = parseGoal(text)
  if ((enteredFields as readonly string[]).includes(field))
    return goal && !goal.less_than ? undefined : numberFault
  return goal ? undefined : goalFault
}

const savedGoal = z.object({
  text: z.string(),
  value: decimal,
  less_than: z.boolean(),
  by: z.string(),
  tm: moment,
})
export type SavedGoal = z.output<typeof savedGoal>
const goalsOfMonth = z.partialRecord(z.enum(goalFieldNames), savedGoal)
export type GoalsOfMonth = z.output<typeof goalsOfMonth>

const period = z.object({
  start: moment,
  end: moment.describe('the next one’s start'),
  week: z.number().nullable().describe('counted from the first week; null: a month'),
  year: z.number(),
  month: z.number(),
  is_running: z.boolean(),
})
export type TruthPeriod = z.output<typeof period>
const cell = z.object({
  actual: decimal.nullable().describe('null: not entered'),
  entered: z.object({ by: z.string(), tm: moment }).nullable(),
  goal: savedGoal.nullable(),
  reached: z.boolean().nullable().describe('null: no goal, or nothing entered'),
})
export type TruthCell = z.output<typeof cell>
const answer = z.object({
  view: z.enum(['weekly', 'monthly']),
  year: z.number(),
  month: z.number(),
  periods: z.array(period).describe('oldest first'),
  rows: z.array(
    z.object({
      which: z.enum(rowNames),
      owner: z.string().nullable().describe('of the deals; null: of all'),
      cells: z.array(cell),
    }),
  ),
  goals: goalsOfMonth.describe('of the chosen month'),
})
export type TheTruth = z.output<typeof answer>

export const theTruthAsked = z.object({
  view: z.enum(['weekly', 'monthly']).default('weekly'),
  year: fromText.count(2000, 9999).optional().describe('without year and month: this month'),
  month: fromText.count(1, 12).optional(),
  from_year: fromText.count(2000, 9999).optional().describe('monthly: the first month; without: three back'),
  from_month: fromText.count(1, 12).optional(),
})
export type TheTruthAsked = z.output<typeof theTruthAsked>

export const monthText = (year: number, month: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
/** The months from one to another, as `2026-11`. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month)
  return months
}

const goalTexts = z.object(
  Object.fromEntries(goalFieldNames.map((field) => [field, line(30).optional()])) as Record<
    GoalField,
    z.ZodOptional<ReturnType<typeof line>>
  >,
)

export const mostTruthRows = 2000
const countedRow = z.object({
  key: z.string(),
  vendor_id: z.number().nullable(),
  company: z.string().nullable(),
  tm: moment.describe('noon UTC for what counts by day'),
  text: z.string(),
  owner: z.string().nullable(),
  value: decimal.describe('its part of the number'),
  amount: decimal.nullable().describe('MRR; null: the caller may not see money'),
})
export type CountedRow = z.output<typeof countedRow>
export const theTruthOperations = {
  getTheTruth: get('/api/reports/the-truth', 'What came of the goals, by week or month', {
    query: theTruthAsked,
    answer,
  }),
  listTruthRows: get('/api/reports/the-truth/rows', 'What a number of The Truth counted', {
    query: z.object({
      which: z.enum(measuredRows),
      view: z.enum(['weekly', 'monthly']),
      week: fromText.count(0, 9999).optional().describe('of the weekly view'),
      year: fromText.count(2000, 9999).optional().describe('of the monthly view'),
      month: fromText.count(1, 12).optional(),
      owner: line(200).optional(),
    }),
    answer: z.object({ rows: z.array(countedRow), total: z.number(), sum: decimal }),
    refuses: ['forbidden'],
  }),
  saveTruthGoal: post('/api/reports/the-truth-goal', 'Save goals and entered numbers of a month', {
    body: z.object({
      year: count(2000, 9999),
      month: count(1, 12),
      goal: goalTexts.describe('only given fields are saved; an empty text removes one'),
      reason: lines(1000).default('').describe('required a week after the month ended'),
    }),
    answer: goalsOfMonth,
    refuses: ['forbidden'],
  }),
}
