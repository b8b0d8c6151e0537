import { z } from 'zod'
import { approval, refusedApproval, secondPerson, waits } from '../approvals/acts.ts'
import { lineKinds } from '../billing/bill.ts'
import { amount, bigId, day, lines, price } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { manualCharge } from './manual-charge.ts'

const paperLine = z.object({ kind: z.enum(lineKinds), text: z.string(), amount: decimal })
/** The effects of an act, previewed with the code that performs it. */
export const effects = z.object({
  lines: z.array(paperLine).describe('lines of the invoice or credit note; empty: none is issued'),
  total: decimal,
  card: z.string().nullable().describe('the card charged or refunded; null: none'),
  card_asked: decimal,
  credit_available: z.object({ from: decimal, to: decimal }),
  next_charge_date: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  next_bill: z.object({ from: decimal, to: decimal }).describe('amount of the next charge'),
  balance: z.object({ from: decimal, to: decimal }).describe('total of open invoices'),
  status: z.object({ from: z.number(), to: z.number() }),
  second_person: secondPerson,
  kept: z
    .object({ from: decimal, to: decimal })
    .optional()
    .describe('for a refund: the amount of the charge that is kept'),
  mrr: decimal.optional().describe('for a refund: the vendor’s MRR, which it doesn’t change'),
  came_off: z
    .array(z.object({ amount: decimal, number: z.string() }))
    .describe('credits for unused days on later invoices'),
  twice: decimal.describe('the part that the refund would return twice'),
})
export type PaymentEffects = z.output<typeof effects>
export const faults = z.record(z.string(), z.string()).describe('why it isn’t possible, by field')

export const outcome = z.object({
  /** `open`: not known yet, the gateway will be asked again; `waiting`: needs a second person. */
  state: z.enum(['succeeded', 'declined', 'failed', 'open', 'waiting']),
  card_exception: z.string().nullable().describe('the gateway’s reason for the failure'),
  cancel_eligible: z.boolean().describe('everything is refunded, so all subscriptions can be canceled'),
})
export type PaymentOutcome = z.output<typeof outcome>

/** Where refunded money goes. */
export const refundTargets = ['card', 'credit'] as const
export type RefundTarget = (typeof refundTargets)[number]

const refund = z.object({
  vendor_charge_id: bigId,
  amount,
  note: lines(4000, messages.refundNoteNeeded),
  to: z.enum(refundTargets).default('card').describe('the card that paid, or the vendor’s credit'),
})

const paperSaid = z.object({
  number: z.string(),
  kind: z.enum(['renewal', 'manual', 'credit_note']),
  issued_on: z.string(),
  period: z.object({ starts: z.string(), ends: z.string() }).nullable().describe('the billing period'),
  lines: z.array(z.object({ text: z.string(), amount: decimal })),
  total: decimal,
  corrects: z.string().nullable().describe('the number of the invoice or credit note it corrects'),
})

const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const
export const dispute = z.object({
  gateway_ref: z.string(),
  vendor_charge_id: z.number(),
  charge_description: z.string(),
  amount: decimal,
  reason: z.string().describe('the gateway’s reason'),
  state: z.enum(disputeStates).describe('inquiry: no money withdrawn; open: withdrawn'),
  insert_tm: moment,
  changed_tm: moment,
  due_by: moment.nullable().describe('deadline for evidence, if known'),
  answered: z.boolean().describe('whether evidence was submitted'),
})
export type Dispute = z.output<typeof dispute>

const paymentsView = z.object({
  balance: decimal.describe('total of open invoices'),
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
    .describe('pending payments'),
  waiting: z.array(approval).describe('waiting for approval'),
  refused: z.array(refusedApproval).describe('rejected in the last seven days, newest first'),
  cancel_eligible: z
    .boolean()
    .describe('the current period is fully refunded, so all subscriptions can be canceled'),
  disputes: z.array(dispute).describe('open first, then closed'),
})
export type PaymentsView = z.output<typeof paymentsView>

export const paymentOperations = {
  getVendorPayments: get(
    '/api/vendor/{vendor_id}/payments',
    'Get a vendor’s balance, card and pending payments',
    {
      answer: paymentsView,
      refuses: ['not_found'],
    },
  ),
  getPaper: get(
    '/api/vendor/{vendor_id}/invoice/{invoice_id}',
    'Get the lines of an invoice or credit note',
    { answer: paperSaid, refuses: ['not_found'] },
  ),
  downloadInvoice: get(
    '/api/vendor/{vendor_id}/invoice/{invoice_id}/pdf',
    'Download an invoice or credit note as a PDF',
    { answer: 'file', refuses: ['not_found'] },
  ),
  weighManualCharge: post('/api/vendor/{vendor_id}/manual-charge/effects', 'Preview a manual charge', {
    reads: true,
    body: manualCharge,
    faulty: messages.chargeInvalid,
    answer: effects.extend({ faults }),
    refuses: ['not_found', 'conflict'],
  }),
  chargeManually: post('/api/vendor/{vendor_id}/manual-charge', 'Make a manual charge', {
    fresh: true,
    access: 'money',
    faulty: messages.chargeInvalid,
    body: manualCharge.extend({
      said: z
        .object({ card_asked: price, next_charge_date: day.nullable() })
        .optional()
        .describe('values of the preview; if they changed, the charge is refused'),
    }),
    answer: outcome,
    refuses: ['not_found', 'conflict'],
  }),
  weighRefund: post('/api/vendor/{vendor_id}/refund/effects', 'Preview a refund', {
    reads: true,
    body: refund.omit({ note: true }),
    answer: effects.extend({
      faults,
      cancel_eligible: z.boolean(),
      offered: decimal.describe('the charge less refunds and credits'),
    }),
    refuses: ['not_found', 'conflict'],
  }),
  refundCharge: post('/api/vendor/{vendor_id}/refund', 'Refund a charge in full or in part', {
    fresh: true,
    access: 'money',
    body: refund,
    answer: outcome,
    refuses: ['not_found', 'conflict'],
  }),
  requestRefund: post('/api/vendor/{vendor_id}/refund/request', 'Ask finance to refund a charge', {
    body: refund,
    answer: z.object({ money_approval_id: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  requestManualCharge: post(
    '/api/vendor/{vendor_id}/manual-charge/request',
    'Ask finance to make a manual charge',
    {
      faulty: messages.chargeInvalid,
      body: manualCharge.extend({ reason: lines(4000, 'Enter a reason') }),
      answer: z.object({ money_approval_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  cancelAfterRefund: post(
    '/api/vendor/{vendor_id}/cancel-after-refund',
    'End all subscriptions of a fully refunded vendor and clear its next charge',
    {
      fresh: true,
      access: 'money',
      answer: z.object({ waiting: waits }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  retryPayment: post('/api/vendor/{vendor_id}/retry-payment', 'Charge the card for open invoices now', {
    fresh: true,
    access: 'money',
    answer: outcome,
    refuses: ['not_found', 'conflict'],
  }),
}
export type RefundBody = z.output<typeof refund>
