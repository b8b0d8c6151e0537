import { z } from 'zod'
import { bill } from '../billing/billing.ts'
import { fromText, line } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { retryOutcome } from './billing-information.ts'

export const paperPageSize = 12

const refusedTry = z.object({
  tm: moment,
  amount: decimal,
  card: z.string().nullable(),
  reason: z.string().nullable().describe('the bank’s or gateway’s message'),
  remedy: z
    .enum(['confirm', 'another_card', 'card', 'look'])
    .describe('what to do: confirm the payment, use another card, add a card, or check this card'),
})
const view = z.object({
  plan: z.object({ name: z.string(), monthly_fee: decimal }).nullable(),
  uses: z
    .object({
      suppliers: z.number(),
      to_end: z.number().describe('suppliers that end on the next charge date'),
      to_freeze: z.number().describe('suppliers frozen from the next charge date, with a fee'),
      frozen: z.number(),
      frozen_to_end: z.number().describe('frozen suppliers that end on the next charge date, without a fee'),
      stores: z.number(),
      listed: z.number(),
    })
    .describe('usage of the plan, which has no limits'),
  next_charge_date: z.string().nullable(),
  bill: bill.describe('the next bill as of today'),
  credit_available: decimal,
  balance: decimal.describe('total of open invoices'),
  open_invoices: z.array(
    z.object({
      invoice_id: z.number(),
      number: z.string(),
      issued_on: z.string(),
      total: decimal,
      tries_left: z.number(),
      next_try: z.string().nullable(),
    }),
  ),
  refused: refusedTry.nullable().describe('the last declined payment of an open invoice'),
  under_way: z.boolean().describe('whether a payment is pending'),
  uncharged: z.enum(['free', 'canceled']).nullable().describe('why the account isn’t charged'),
  unpaid: z.enum(['suspended', 'delisted']).nullable().describe('the consequence of unpaid invoices'),
  suspended_on: z.string().nullable(),
  delisted_on: z.string().nullable().describe('when products are removed from stores'),
})
export type OwnBilling = z.output<typeof view>

const paper = z.object({
  invoice_id: z.number(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  issued_on: z.string(),
  period: z.object({ starts: z.string(), ends: z.string() }).nullable(),
  total: decimal,
  state: z.enum(['paid', 'open', 'written_off']),
})
export type OwnPaper = z.output<typeof paper>

export const ownBillingOperations = {
  getOwnBilling: get('/api/account/billing', 'Get your plan, next charge and balance', {
    access: 'account',
    answer: view,
    refuses: ['conflict'],
  }),
  listOwnPapers: get('/api/account/invoices', 'List your invoices and credit notes', {
    access: 'account',
    query: z.object({ page: fromText.page }),
    answer: z.object({ total: z.number(), papers: z.array(paper) }),
    refuses: ['conflict'],
  }),
  downloadOwnPaper: get(
    '/api/account/invoice/{invoice_id}/pdf',
    'Download your invoice or credit note as a PDF',
    {
      access: 'account',
      answer: 'file',
      refuses: ['not_found', 'conflict'],
    },
  ),
  beginPaymentConfirmation: post(
    '/api/account/payment-confirmation',
    'Start paying open invoices with confirmation by the cardholder',
    {
      access: 'account',
      answer: z.object({
        payment: z.string(),
        amount: decimal,
        client_secret: z.string().nullable().describe('for Stripe’s script; null in the sandbox'),
      }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  endPaymentConfirmation: post(
    '/api/account/payment-confirmation/end',
    'Finish a payment confirmation; an unpaid payment is canceled',
    {
      access: 'account',
      body: z.object({ payment: line(100, 'Choose a payment'), confirmed: z.boolean() }),
      answer: retryOutcome,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
