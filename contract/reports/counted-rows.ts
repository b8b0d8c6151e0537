import { z } from 'zod'
import { day, fromText } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal } from '../values.ts'
import { movementKinds, movementNames, type MovementKind } from './customers.ts'
import { revenuePageSize } from './monthly-revenue.ts'
import { cardOutcomeNames, cardOutcomes, type CardOutcome } from './recurring-revenue.ts'

/** The numbers of Monthly Revenue’s tabs that count vendors or invoices, and their names above the rows. */
export const countedNumbers = {
  movements: 'Changes of MRR',
  paying: 'MRR of paying vendors at the end',
  left: 'MRR of vendors who paid at the start and not at the end',
  lost: 'MRR lost of vendors who paid at the start',
  retained: 'Change of MRR of vendors who paid at the start',
  billed: 'Billed',
  billed_once: 'Billed once',
  credited: 'Credited',
  earned: 'Earned',
  earned_once: 'Earned once',
  earned_credited: 'Taken back',
  earned_net: 'Earned in total',
  deferred: 'Deferred at the end',
  written_off: 'Written off',
  unpaid: 'First attempt failed',
} as const
export type CountedNumber = keyof typeof countedNumbers
export const countedNumberNames = Object.keys(countedNumbers) as [CountedNumber, ...CountedNumber[]]

/** What became of unpaid cards, or all outcomes in which they were paid. */
export const outcomeFilters = [...cardOutcomeNames, 'recovered'] as const

export const countedRowFilters = z.object({
  number: z.enum(countedNumberNames),
  month: day.describe('any day of the month'),
  until: day.optional().describe('any day of the last month, if there are several'),
  kind: z.enum(movementKinds).optional().describe('of movements; without: all of them'),
  cohort: day.optional().describe('of paying vendors: any day of the month in which they first paid'),
  outcome: z.enum(outcomeFilters).optional().describe('of unpaid cards; without: all of them'),
})
export type CountedRowFilters = z.output<typeof countedRowFilters>

const countedRow = z.object({
  row: z.string().describe('unlike that of any other row'),
  day: z.string(),
  vendor_id: z.number(),
  company: z.string(),
  kind: z
    .string()
    .nullable()
    .describe('of a movement or an unpaid card: which one; of a paying vendor: its plan'),
  invoice: z.string().nullable(),
  invoice_id: z.number().nullable(),
  amount: decimal,
})
export type RevenueRow = z.output<typeof countedRow>

/** A row’s kind as people read it. */
export const rowKindText = ({ kind }: Pick<RevenueRow, 'kind'>): string =>
  kind === null ? '' : (movementNames[kind as MovementKind] ?? cardOutcomes[kind as CardOutcome] ?? kind)

/** A number’s name above its rows, with what it was narrowed to. */
export function countedNumberText({ number, kind, outcome }: CountedRowFilters): string {
  if (number === 'movements' && kind) return movementNames[kind]
  if (number !== 'unpaid' || outcome === undefined) return countedNumbers[number]
  return `${countedNumbers.unpaid}, ${(outcome === 'recovered' ? 'Recovered' : cardOutcomes[outcome]).toLowerCase()}`
}

export const countedRowOperations = {
  listRevenueRows: get(
    '/api/reports/monthly-revenue/rows',
    `The vendors or invoices of a number in Monthly Revenue, ${revenuePageSize} a page, and their sum`,
    {
      access: 'money',
      query: countedRowFilters.extend({ page: fromText.page }),
      answer: z.object({ rows: z.array(countedRow), total: z.number(), amount: decimal }),
    },
  ),
}
