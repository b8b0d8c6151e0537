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
  reason: z.string().nullable().describe('in the words of whoever refused it'),
  remedy: z
    .enum(['confirm', 'another_card', 'card', 'look'])
    .describe(
      'what makes it pay: its holder confirms it, another card, any card at all, or a look at this one',
    ),
})
const view = z.object({
  plan: z.object({ name: z.string(), monthly_fee: decimal }).nullable(),
  uses: z
    .object({
      suppliers: z.number(),
      to_end: z.number().describe('of these, those that end with the next charge'),
      to_freeze: z.number().describe('of these, frozen from the next charge on, which has their fee'),
      frozen: z.number(),
      frozen_to_end: z
        .number()
        .describe('of the frozen, those that end with the next charge, which has no fee of them'),
      stores: z.number(),
      listed: z.number(),
    })
    .describe('of the plan, which sets no limit to any of them'),
  next_charge_date: z.string().nullable(),
  bill: bill.describe('what the next charge is made of, as it stands today'),
  credit_available: decimal,
  balance: decimal.describe('what is owed on open invoices'),
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
  refused: refusedTry.nullable().describe('why the last try of what is open didn’t pay'),
  under_way: z.boolean().describe('a payment whose answer isn’t known yet'),
  uncharged: z
    .enum(['free', 'canceled'])
    .nullable()
    .describe('what the account is, of which nothing is charged'),
  unpaid: z.enum(['suspended', 'delisted']).nullable().describe('what follows from not having paid'),
  suspended_on: z.string().nullable(),
  delisted_on: z.string().nullable().describe('when its products are taken out of its stores'),
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
  getOwnBilling: get('/api/account/billing', 'The own plan, next charge, and what is owed', {
    access: 'account',
    answer: view,
    refuses: ['conflict'],
  }),
  listOwnPapers: get('/api/account/invoices', 'The own invoices and credit notes, the newest first', {
    access: 'account',
    query: z.object({ page: fromText.page }),
    answer: z.object({ total: z.number(), papers: z.array(paper) }),
    refuses: ['conflict'],
  }),
  downloadOwnPaper: get('/api/account/invoice/{invoice_id}/pdf', 'An own invoice or credit note as a PDF', {
    access: 'account',
    answer: 'file',
    refuses: ['not_found', 'conflict'],
  }),
  beginPaymentConfirmation: post(
    '/api/account/payment-confirmation',
    'Begin to pay what is owed with the card on file, confirmed by its holder',
    {
      access: 'account',
      answer: z.object({
        payment: z.string(),
        amount: decimal,
        client_secret: z
          .string()
          .nullable()
          .describe('with what Stripe’s script asks the bank; null: the sandbox asks nobody'),
      }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  endPaymentConfirmation: post(
    '/api/account/payment-confirmation/end',
    'Say whether the holder confirmed it; what wasn’t paid by then never is',
    {
      access: 'account',
      body: z.object({ payment: line(100, 'Say which payment'), confirmed: z.boolean() }),
      answer: retryOutcome,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
