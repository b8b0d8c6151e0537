import { z } from 'zod'
import { day } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'

/** At most so many refunds of a range are listed, the newest. */
export const mostRefunds = 5000
export const refundStates = { done: 'Refunded', pending: 'Pending', failed: 'Failed' } as const
export type RefundState = keyof typeof refundStates
const stateNames = Object.keys(refundStates) as [RefundState, ...RefundState[]]

/** Reasons by the words of a refund's note; the first that fits counts. */
const reasonWords = {
  Duplicate: ['duplicate', 'twice', 'double'],
  Cancellation: ['cancel', 'unsubscribe', 'closed', 'leaving', 'never opened'],
  'Service problem': ['outage', 'broken', 'bug', 'problem', 'down', 'failed', 'missing', 'late'],
  Mistake: ['mistake', 'wrong', 'error', 'incorrect', 'unused'],
  Goodwill: ['goodwill', 'courtesy', 'promise', 'agreed'],
} as const
const otherReason = 'Other'
/** What a refund was for, by its note. */
export function refundReason(note: string): string {
  const text = note.toLowerCase()
  // canceled and cancellation are forms of a word; later and template are none of late
  const found = Object.entries(reasonWords).find(([, words]) =>
    words.some((word) => new RegExp(word.length > 4 ? `\\b${word}` : `\\b${word}\\b`).test(text)),
  )
  return found?.[0] ?? otherReason
}

export const refundRange = z.object({
  start: day.optional().describe('a day in UTC; without both days: last month'),
  end: day.optional(),
})
export type RefundRange = z.output<typeof refundRange>

const refund = z.object({
  key: z.string(),
  tm: moment,
  vendor_id: z.number(),
  company: z.string(),
  state: z.enum(stateNames),
  amount: decimal.describe('to the card'),
  credit_back: decimal.describe('credit returned with it'),
  vendor_charge_id: z.number().nullable().describe('the charge that was refunded'),
  charged_tm: moment.nullable(),
  charged: decimal.nullable(),
  kept: decimal.nullable().describe('amount of the charge not refunded until today'),
  days: z.number().nullable().describe('from the charge to the refund'),
  what: z.string(),
  note: z.string(),
  reason: z.string(),
  by: z.string(),
  second_person: z.string().nullable(),
  invoice: z.string().nullable(),
  credit_note: z.string().nullable(),
})
export type ReportedRefund = z.output<typeof refund>
const group = z.object({ name: z.string(), refunds: z.number(), amount: decimal })
export type RefundGroup = z.output<typeof group>
const answer = z.object({
  start: z.string(),
  end: z.string(),
  refunds: z.array(refund).describe('newest first'),
  total: z.number(),
  done: z.number().describe('refunds that went through'),
  amount: decimal.describe('their sum'),
  credit_back: decimal,
  charged: decimal.describe('charges of the same days'),
  by_reason: z.array(group),
  by_person: z.array(group),
  repeated: z.array(group.extend({ vendor_id: z.number() })).describe('vendors with several refunds'),
})
export type RefundReport = z.output<typeof answer>

export const refundReportOperations = {
  getRefundReport: get('/api/reports/refunds', 'Refunds of a range, with their reasons', {
    access: 'money',
    query: refundRange,
    answer,
  }),
  downloadRefundReport: get('/api/reports/refund_report_export', 'Download the refunds of a range as CSV', {
    access: 'money',
    fresh: true,
    query: refundRange,
    answer: 'file',
    refuses: ['too_many', 'not_found', 'conflict'],
  }),
}
