import { z } from 'zod'
import { id, line, lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { approval, dispute } from './payments.ts'

const vendor = { vendor_id: z.number().nullable(), company: z.string().nullable() }
const reason = lines(4000, 'Say why')

const books = z.object({
  checked_tm: moment.nullable().describe('null: never yet'),
  checks: z.array(
    z.object({
      name: z.string(),
      text: z.string().describe('what is wrong where it is broken'),
      broken: z.number().describe('how many rows break it'),
      broken_since: moment.nullable(),
      rows: z.array(z.object({ id: z.string(), ...vendor })).describe('the first that break it'),
    }),
  ),
})
export type Books = z.output<typeof books>

const underWay = z.object({
  money_intent_id: z.string(),
  vendor_id: z.number(),
  company: z.string(),
  kind: z.enum(['renewal', 'manual', 'auth', 'refund']),
  amount: decimal,
  asked_by_name: z.string(),
  insert_tm: moment,
  next_check_tm: moment,
  checks: z.number().describe('how often the gateway was asked'),
  last_error: z.string().nullable(),
  gateway_ref: z.string().nullable(),
  flagged_tm: moment.nullable().describe('since then a person decides'),
})
export type UnderWay = z.output<typeof underWay>

const differenceKinds = ['unknown', 'missing', 'amount', 'state'] as const
const difference = z.object({
  gateway_difference_id: z.number(),
  kind: z.enum(['payment', 'refund']),
  ref: z.string(),
  what: z.enum(differenceKinds),
  ...vendor,
  ours: z.string(),
  theirs: z.string(),
  found_tm: moment,
})
export type GatewayDifference = z.output<typeof difference>

const openDispute = dispute.extend({ vendor_id: z.number(), company: z.string() })
export type OpenDispute = z.output<typeof openDispute>

const renewalSteps = ['settle', 'bill', 'retry', 'delist'] as const
/** Why a step of the renewals fails, in a sentence. */
export const troubleText = {
  slow: 'The database took too long over it.',
  refused: 'What it would write contradicts what is kept of it.',
  program: 'It is a fault of the program.',
} as const
export type TroubleCause = keyof typeof troubleText
const setAside = z.object({
  vendor_id: z.number(),
  company: z.string(),
  step: z.enum(renewalSteps),
  cause: z.enum(['slow', 'refused', 'program']),
  error: z.string().describe('as the database or the program said it'),
  since_tm: moment,
  tries: z.number(),
  next_try_tm: moment,
})
export type SetAside = z.output<typeof setAside>
/** The renewal step that failed: ending or freezing, billing, retrying the card, or delisting. */
export type RenewalStep = SetAside['step']

/** How many of each are shown, oldest first. */
export const mostWaiting = 200
const waiting = z.object({
  under_way: z.array(underWay).describe('flagged ones first'),
  approvals: z.array(approval),
  disputes: z.array(openDispute).describe('that aren’t decided'),
  differences: z.array(difference).describe('neither gone nor accepted'),
  set_aside: z
    .array(setAside)
    .describe('vendors of whom a step of the renewals fails; tried again each hour'),
  reconciled_tm: moment.nullable().describe('when we and the gateway were last compared'),
  second_person_above: decimal.nullable(),
})
export type MoneyWaiting = z.output<typeof waiting>

const month = z.object({
  month: z.string().describe('its first day'),
  charged: decimal,
  refunded: decimal,
  disputed: decimal.describe('withdrawn by disputes less what came back'),
  kept: decimal,
  credit_given: decimal,
  credit_used: decimal,
})
export type MoneyMonth = z.output<typeof month>
const sums = z.object({
  months: z.array(month).describe('the newest first'),
  accounts: z.array(z.object({ account: z.string(), name: z.string(), balance: decimal })),
})
export type MoneySums = z.output<typeof sums>

const intent = line(100, 'Say which')
export const bookOperations = {
  getBooks: get('/api/payments/books', 'Whether all holds that must hold of money, as last looked at', {
    answer: books,
  }),
  auditBooks: post('/api/payments/books/check', 'Look now whether all holds that must hold of money', {
    access: 'money',
    answer: books,
    refuses: ['conflict'],
  }),
  getMoneyWaiting: get('/api/payments/waiting', 'Money that waits for an answer or for a person', {
    answer: waiting,
  }),
  getMoneySums: get('/api/payments/sums', 'What was charged, given back and kept, by month and by account', {
    answer: sums,
  }),
  askGatewayAgain: post('/api/payments/under-way/again', 'Ask the gateway now what became of money', {
    access: 'money',
    body: z.object({ money_intent_id: intent }),
    answer: z.object({ state: z.enum(['open', 'succeeded', 'declined', 'failed']) }),
    refuses: ['not_found', 'conflict'],
  }),
  decideMoney: post('/api/payments/under-way/decide', 'Say what became of money that nobody could find out', {
    access: 'money',
    body: z.object({
      money_intent_id: intent,
      gateway_ref: line(200).nullable().describe('what it is at the gateway; null: it did not happen'),
      reason,
    }),
    answer: z.object({ state: z.enum(['open', 'succeeded', 'declined', 'failed']) }),
    refuses: ['not_found', 'conflict'],
  }),
  retryRenewal: post('/api/payments/set-aside/again', 'Try a step of a vendor’s renewal again now', {
    access: 'money',
    body: z.object({ vendor_id: id, step: z.enum(renewalSteps) }),
    answer: z.object({
      state: z.enum(['done', 'fails', 'not_due']).describe('not_due: nothing of it is due any more'),
    }),
    refuses: ['not_found', 'conflict'],
  }),
  acceptDifference: post('/api/payments/difference/{id}/accept', 'Accept that we and the gateway differ', {
    access: 'money',
    body: z.object({ reason }),
    refuses: ['not_found', 'conflict'],
  }),
}
