import { z } from 'zod'
import { lineKinds } from '../billing/bill.ts'
import { amount, bigId, day, lines, price } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { manualCharge } from './manual-charge.ts'

const paperLine = z.object({ kind: z.enum(lineKinds), text: z.string(), amount: decimal })
/** The effects of an act, previewed with the code that performs it. */
export const effects = z.object({
  lines: z.array(paperLine).describe('of the invoice or credit note; none: no paper is issued'),
  total: decimal,
  card: z.string().nullable().describe('the card that is asked or given back to; null: none is'),
  card_asked: decimal,
  credit_available: z.object({ from: decimal, to: decimal }),
  next_charge_date: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  next_bill: z.object({ from: decimal, to: decimal }).describe('what the next charge comes to'),
  balance: z.object({ from: decimal, to: decimal }).describe('what is owed on open invoices'),
  status: z.object({ from: z.number(), to: z.number() }),
  second_person: z
    .object({
      above: decimal.describe('the limit'),
      moved: decimal.describe('by the same person, act and vendor in 24 hours'),
    })
    .nullable()
    .describe('another person has to agree first: it is above the limit, alone or with what moved before'),
  came_off: z
    .array(z.object({ amount: decimal, number: z.string() }))
    .describe('of a charge’s or invoice’s days, off which invoices that followed'),
  twice: decimal.describe('of that, what a refund gives once more'),
})
export type PaymentEffects = z.output<typeof effects>
export const faults = z.record(z.string(), z.string()).describe('why it can’t be done, by field')

export const outcome = z.object({
  /** `open`: not known yet, the gateway will be asked again; `waiting`: needs a second person. */
  state: z.enum(['succeeded', 'declined', 'failed', 'open', 'waiting']),
  card_exception: z.string().nullable().describe('why it didn’t go through, in the gateway’s words'),
  cancel_eligible: z.boolean().describe('nothing is kept of what was charged: all may be canceled'),
})
export type PaymentOutcome = z.output<typeof outcome>

const refund = z.object({
  vendor_charge_id: bigId,
  amount,
  note: lines(4000, messages.refundNoteNeeded),
})

export const approval = z.object({
  money_approval_id: z.number(),
  vendor_id: z.number(),
  company: z.string(),
  act: z.enum(['manual_charge', 'refund', 'close_invoice']),
  amount: decimal,
  text: z.string().describe('what it is for'),
  asked_by_name: z.string(),
  insert_tm: moment,
  own: z.boolean().describe('asked for by whoever looks: another person decides'),
})
export type MoneyApproval = z.output<typeof approval>

const paperSaid = z.object({
  number: z.string(),
  kind: z.enum(['renewal', 'manual', 'credit_note']),
  issued_on: z.string(),
  period: z.object({ starts: z.string(), ends: z.string() }).nullable().describe('the days that it is for'),
  lines: z.array(z.object({ text: z.string(), amount: decimal })),
  total: decimal,
  corrects: z.string().nullable().describe('the number of the paper that it takes back from'),
})

const refusedApproval = approval.extend({
  refused_by: z.string(),
  refused_tm: moment,
  reason: z.string().nullable().describe('why it was refused'),
})
export type RefusedApproval = z.output<typeof refusedApproval>

const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const
export const dispute = z.object({
  gateway_ref: z.string(),
  vendor_charge_id: z.number(),
  charge_description: z.string(),
  amount: decimal,
  reason: z.string().describe('in the gateway’s words'),
  state: z.enum(disputeStates).describe('inquiry: asked about, no money withdrawn; open: withdrawn'),
  insert_tm: moment,
  changed_tm: moment,
  due_by: moment.nullable().describe('until when the card’s bank takes evidence, where it says so'),
  answered: z.boolean().describe('evidence was given'),
})
export type Dispute = z.output<typeof dispute>

const paymentsView = z.object({
  balance: decimal.describe('what is owed on open invoices'),
  card: z
    .object({ text: z.string(), exp_month: z.number(), exp_year: z.number(), ended: z.boolean() })
    .nullable(),
  open_invoices: z.array(
    z.object({
      invoice_id: z.number(),
      number: z.string(),
      issued_on: z.string(),
      total: decimal,
      tries: z.number(),
      next_try: z.string().nullable(),
    }),
  ),
  written_off: z.array(
    z.object({
      invoice_id: z.number(),
      number: z.string(),
      total: decimal,
      written_off_tm: moment,
      reason: z.string(),
    }),
  ),
  under_way: z
    .array(
      z.object({
        money_intent_id: z.string(),
        kind: z.enum(['renewal', 'manual', 'auth', 'refund']),
        amount: decimal,
        insert_tm: moment,
        last_error: z.string().nullable(),
        flagged: z.boolean(),
      }),
    )
    .describe('money whose answer isn’t known yet'),
  waiting: z.array(approval).describe('for a second person'),
  refused: z.array(refusedApproval).describe('by the second person in the last seven days, the newest first'),
  cancel_eligible: z
    .boolean()
    .describe('nothing is kept of what was charged for the time that runs: all may be canceled'),
  disputes: z.array(dispute).describe('open ones first, then those that were decided'),
})
export type PaymentsView = z.output<typeof paymentsView>

export const paymentOperations = {
  getVendorPayments: get(
    '/api/vendor/{vendor_id}/payments',
    'What a vendor owes, its card, and what is under way',
    {
      answer: paymentsView,
      refuses: ['not_found'],
    },
  ),
  getPaper: get(
    '/api/vendor/{vendor_id}/invoice/{invoice_id}',
    'What an invoice or a credit note of a vendor is for, line by line',
    { answer: paperSaid, refuses: ['not_found'] },
  ),
  downloadInvoice: get(
    '/api/vendor/{vendor_id}/invoice/{invoice_id}/pdf',
    'An invoice or a credit note of a vendor as a PDF',
    { answer: 'file', refuses: ['not_found'] },
  ),
  weighManualCharge: post('/api/vendor/{vendor_id}/manual-charge/effects', 'What a manual charge would do', {
    access: 'money',
    reads: true,
    body: manualCharge,
    faulty: messages.chargeInvalid,
    answer: effects.extend({ faults }),
    refuses: ['not_found', 'conflict'],
  }),
  chargeManually: post('/api/vendor/{vendor_id}/manual-charge', 'Charge a vendor, once', {
    access: 'money',
    faulty: messages.chargeInvalid,
    body: manualCharge.extend({
      said: z
        .object({ card_asked: price, next_charge_date: day.nullable() })
        .optional()
        .describe('what its preview said; where it would do otherwise by now, it is refused'),
    }),
    answer: outcome,
    refuses: ['not_found', 'conflict'],
  }),
  weighRefund: post('/api/vendor/{vendor_id}/refund/effects', 'What a refund would do', {
    access: 'money',
    reads: true,
    body: refund.omit({ note: true }),
    answer: effects.extend({
      faults,
      cancel_eligible: z.boolean(),
      offered: decimal.describe('what is left of the charge once what came off is taken from it'),
    }),
    refuses: ['not_found', 'conflict'],
  }),
  refundCharge: post('/api/vendor/{vendor_id}/refund', 'Give back what was charged, or a part of it', {
    access: 'money',
    body: refund,
    answer: outcome,
    refuses: ['not_found', 'conflict'],
  }),
  cancelAfterRefund: post(
    '/api/vendor/{vendor_id}/cancel-after-refund',
    'End all subscriptions of a vendor of whom nothing is kept, and charge nothing more',
    { access: 'money', refuses: ['not_found', 'conflict'] },
  ),
  retryPayment: post('/api/vendor/{vendor_id}/retry-payment', 'Ask the card for open invoices now', {
    access: 'money',
    answer: outcome,
    refuses: ['not_found', 'conflict'],
  }),
  weighApproval: get(
    '/api/money-approval/{id}/effects',
    'What it would do now to agree to what another person asked for',
    {
      access: 'money',
      answer: effects.extend({ faults }),
      refuses: ['not_found', 'conflict', 'forbidden'],
    },
  ),
  approveMoney: post(
    '/api/money-approval/{id}/approve',
    'Agree to what another person asked for: it is done',
    {
      access: 'money',
      answer: outcome,
      refuses: ['not_found', 'conflict', 'forbidden'],
    },
  ),
  refuseMoney: post('/api/money-approval/{id}/refuse', 'Refuse what was asked for; one’s own is taken back', {
    access: 'money',
    body: z.object({ reason: lines(4000, 'Say why') }),
    refuses: ['not_found', 'conflict'],
  }),
  saveSecondPersonLimit: post('/api/payments/second-person', 'From which amount on a second person agrees', {
    access: 'admin',
    body: z.object({ second_person_above: amount.nullable().describe('null: never') }),
    answer: z.object({ second_person_above: decimal.nullable() }),
  }),
}
export type RefundBody = z.output<typeof refund>
