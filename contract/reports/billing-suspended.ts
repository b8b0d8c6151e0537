import { z } from 'zod'
import { day, requiredDay } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { preparedFile } from './files.ts'

/** The last upgrade is sought in at most so many years. */
export const mostUpgradeYears = 10
/** The report covers all upgrades, unless asked otherwise. */
export const usualUpgradeMonths = mostUpgradeYears * 12 - 1
export const mostSuspended = 5000
export const suspendedStages = { suspended: 'Billing Suspended', delisted: 'Products delisted' } as const
export type SuspendedStage = keyof typeof suspendedStages
const stageNames = Object.keys(suspendedStages) as [SuspendedStage, ...SuspendedStage[]]
/** How long vendors have been suspended, in days. */
export const suspendedAges = [
  { name: '0–7 days', from: 0, to: 7 },
  { name: '8–30 days', from: 8, to: 30 },
  { name: '31–90 days', from: 31, to: 90 },
  { name: 'Over 90 days', from: 91, to: null },
] as const

export const billingSuspendedFilters = z.object({
  start: requiredDay(messages.upgradeAfterNeeded).describe(
    'Upgrade After: the vendor last started or upgraded from this day on (UTC)',
  ),
  end: day.optional().describe('and until this day; without: until today'),
})
export type BillingSuspendedFilters = z.output<typeof billingSuspendedFilters>

const row = z.object({
  vendor_id: z.number(),
  company: z.string(),
  stage: z.enum(stageNames),
  since: z.string().nullable().describe('first suspended day; null: not known'),
  days: z.number().nullable(),
  upgraded_on: z.string().describe('last day on which a period started that costs more than the one before'),
  owed: decimal,
  invoices: z.number(),
  tries: z.number().describe('attempts of the invoice tried most often'),
  declined: z.string().nullable().describe('why the card was declined last'),
  card: z.string().nullable(),
  card_ends: z.string().nullable().describe('month in which the card expires, `2026-11`'),
  monthly: decimal.describe('what the last billed period cost: plan, extras, frozen suppliers, less codes'),
  delist_on: z.string().nullable().describe('when products leave the stores; null: they have'),
  note_tm: moment.nullable().describe('last note on the vendor'),
  note: z.string().nullable(),
  manager: z.string().nullable(),
})
export type SuspendedVendor = z.output<typeof row>
const answer = z.object({
  start: z.string(),
  end: z.string(),
  vendors: z.array(row).describe('suspended longest first'),
  total: z.number(),
  delisted: z.number(),
  owed: decimal,
  monthly: decimal,
})
export type BillingSuspended = z.output<typeof answer>

export const billingSuspendedOperations = {
  getBillingSuspended: post('/api/reports/billing-suspended', 'Vendors whose billing is suspended', {
    access: 'money',
    reads: true,
    body: billingSuspendedFilters,
    answer,
  }),
  prepareBillingSuspended: post(
    '/api/reports/billing-suspended-export',
    'Prepare the suspended vendors as CSV',
    { access: 'money', fresh: true, body: billingSuspendedFilters, answer: preparedFile },
  ),
  downloadBillingSuspended: get(
    '/api/reports/billing-suspended-export',
    'Download the suspended vendors as last prepared',
    { access: 'money', answer: 'file', refuses: ['too_many', 'not_found', 'conflict'] },
  ),
}
