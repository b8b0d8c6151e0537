import { z } from 'zod'
import { chargePageSize, mostCharges } from '../billing/billing.ts'
import { amount, day, fromText, line, sortOf } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal } from '../values.ts'
import { retryDays } from './dunning.ts'
import { paperStatuses } from '../statuses.ts'

export const paperKinds = {
  renewal: 'Renewal',
  manual: 'Manual charge',
  credit_note: 'Credit note',
} as const
export type PaperKind = keyof typeof paperKinds
const kindNames = Object.keys(paperKinds) as [PaperKind, ...PaperKind[]]

/** The state of an invoice; a credit note returns money instead. */
export const paperStates = paperStatuses
export type PaperState = keyof typeof paperStates
const stateNames = Object.keys(paperStates) as [PaperState, ...PaperState[]]

const lastTry = Math.max(...retryDays)
/** Age ranges of open invoices: the days of automatic retries, then by month. */
export const paperAges = {
  asked: { label: `0–${lastTry} days`, from: 0, to: lastTry },
  month: { label: `${lastTry + 1}–30 days`, from: lastTry + 1, to: 30 },
  two_months: { label: '31–60 days', from: 31, to: 60 },
  three_months: { label: '61–90 days', from: 61, to: 90 },
  older: { label: 'Over 90 days', from: 91, to: null },
} as const
export type PaperAge = keyof typeof paperAges
export const ageNames = Object.keys(paperAges) as [PaperAge, ...PaperAge[]]

export const papersAPage = chargePageSize
/** At most this many invoices and credit notes are counted, summed, or paged through. */
export const mostPapers = mostCharges
export const mostPaperPages = mostPapers / papersAPage

/** The filters of all vendors' invoices and credit notes. */
export const papersFilters = z.object({
  sort: sortOf(['issued', 'total']).default('-issued'),
  kind: z.enum(kindNames).optional(),
  state: z.enum(stateNames).optional(),
  age: z.enum(ageNames).optional().describe('open invoices of this age'),
  search: line(100)
    .default('')
    .describe('an invoice or credit note number, a vendor’s id, or part of its company name'),
  from: day.optional().describe('first issue date (UTC)'),
  to: day.optional(),
  least: amount.optional().describe('minimum total; for credit notes the absolute amount'),
  most: amount.optional(),
})

const paper = z.object({
  invoice_id: z.number(),
  number: z.string(),
  vendor_id: z.number(),
  company: z.string(),
  kind: z.enum(kindNames),
  issued_on: z.string(),
  period: z.object({ starts: z.string(), ends: z.string() }).nullable(),
  total: decimal,
  state: z.enum(stateNames),
  of: z
    .object({ invoice_id: z.number(), number: z.string() })
    .nullable()
    .describe('the invoice a credit note refunds, or the credit note an invoice corrects'),
  third_party: z.boolean().describe('whether a third party owes it'),
  days_open: z.number().nullable().describe('days since it was issued; null: not open'),
  tries: z.number(),
  next_try: z.string().nullable().describe('the next automatic retry; null: none'),
  refused: z.string().nullable().describe('why the last payment was declined'),
  closing: z.boolean().describe('whether closing it needs approval'),
})
export type Paper = z.output<typeof paper>
/** A paper's kind, in words. */
export const paperText = ({ kind, of: correctedPaper }: Pick<Paper, 'kind' | 'of'>): string => {
  if (correctedPaper === null) return paperKinds[kind]
  return `${kind === 'credit_note' ? paperKinds[kind] : 'Correction'} of ${correctedPaper.number}`
}

const aging = z.object({
  invoices: z.number(),
  open: decimal.describe('total owed according to the ledger'),
  ages: z
    .array(z.object({ age: z.enum(ageNames), invoices: z.number(), open: decimal }))
    .describe('by age, newest first'),
  failing_cards: z.number().describe('vendors whose card was declined and is retried'),
})
export type Aging = z.output<typeof aging>

export const paperOperations = {
  listPapers: get('/api/invoices', 'List the invoices and credit notes of all vendors', {
    query: papersFilters.extend({ page: fromText.count(1, mostPaperPages).default(1) }),
    answer: z.object({
      total: z.number().describe('documents that match the filters, up to 10,000'),
      more: z.boolean().describe('whether there are more, which are not in the sums'),
      invoiced: decimal.nullable(),
      credited: decimal.nullable().describe('total of credit notes'),
      open: decimal.nullable(),
      papers: z.array(paper),
    }),
  }),
  getAging: get('/api/invoices/aging', 'Get open invoices by age', {
    answer: aging,
  }),
}
