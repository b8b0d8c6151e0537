import { z } from 'zod'
import { approval } from '../approvals/acts.ts'
import { id, line, lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { dispute } from './payments.ts'
import { stoppedRun } from './renewal-stops.ts'

const vendor = { vendor_id: z.number().nullable(), company: z.string().nullable() }
const reason = lines(4000, 'Enter a reason')

const books = z.object({
  checked_tm: moment.nullable().describe('null: never'),
  checks: z.array(
    z.object({
      name: z.string(),
      text: z.string().describe('the problem if the check fails'),
      broken: z.number().describe('rows that fail the check'),
      broken_since: moment.nullable(),
      rows: z.array(z.object({ id: z.string(), ...vendor })).describe('the first rows that fail'),
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
  checks: z.number().describe('how often the gateway was checked'),
  last_error: z.string().nullable(),
  gateway_ref: z.string().nullable(),
  flagged_tm: moment.nullable().describe('when it was flagged for manual review'),
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
  slow: 'The database timed out.',
  refused: 'The database rejected the change as inconsistent.',
  program: 'Unexpected error.',
} as const
export type TroubleCause = keyof typeof troubleText
const setAside = z.object({
  vendor_id: z.number(),
  company: z.string(),
  step: z.enum(renewalSteps),
  cause: z.enum(['slow', 'refused', 'program']),
  error: z.string().describe('the error message'),
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
  under_way: z.array(underWay).describe('flagged first'),
  approvals: z.array(approval),
  disputes: z.array(openDispute).describe('open disputes'),
  differences: z.array(difference).describe('neither resolved nor accepted'),
  set_aside: z.array(setAside).describe('vendors whose renewal failed, retried every hour'),
  stopped_run: stoppedRun
    .nullable()
    .describe('renewals that are stopped because they would charge more than usual'),
  reconciled_tm: moment.nullable().describe('when we last compared with the gateway'),
  second_person_above: decimal.nullable(),
})
export type MoneyWaiting = z.output<typeof waiting>

const month = z.object({
  month: z.string().describe('first day of the month'),
  charged: decimal,
  refunded: decimal,
  disputed: decimal.describe('amounts withdrawn by disputes, less amounts returned'),
  kept: decimal,
  credit_given: decimal,
  credit_used: decimal,
})
export type MoneyMonth = z.output<typeof month>
const sums = z.object({
  months: z.array(month).describe('newest first'),
  accounts: z.array(z.object({ account: z.string(), name: z.string(), balance: decimal })),
})
export type MoneySums = z.output<typeof sums>

const intent = line(100, 'Choose a payment')
export const bookOperations = {
  getBooks: get('/api/payments/books', 'Get the latest ledger checks', {
    answer: books,
  }),
  auditBooks: post('/api/payments/books/check', 'Run the ledger checks now', {
    access: 'money',
    answer: books,
    refuses: ['conflict'],
  }),
  getMoneyWaiting: get(
    '/api/payments/waiting',
    'List pending payments, approvals, disputes, differences, failed and stopped renewals',
    {
      answer: waiting,
    },
  ),
  getMoneySums: get('/api/payments/sums', 'Get amounts by month and by account', {
    answer: sums,
  }),
  askGatewayAgain: post('/api/payments/under-way/again', 'Check a pending payment at the gateway now', {
    access: 'money',
    body: z.object({ money_intent_id: intent }),
    answer: z.object({ state: z.enum(['open', 'succeeded', 'declined', 'failed']) }),
    refuses: ['not_found', 'conflict'],
  }),
  decideMoney: post('/api/payments/under-way/decide', 'Resolve a pending payment manually', {
    fresh: true,
    access: 'money',
    body: z.object({
      money_intent_id: intent,
      gateway_ref: line(200).nullable().describe('its reference at the gateway; null: it did not happen'),
      reason,
    }),
    answer: z.object({ state: z.enum(['open', 'succeeded', 'declined', 'failed']) }),
    refuses: ['not_found', 'conflict'],
  }),
  retryRenewal: post('/api/payments/set-aside/again', 'Retry a failed renewal now', {
    fresh: true,
    access: 'money',
    body: z.object({ vendor_id: id, step: z.enum(renewalSteps) }),
    answer: z.object({
      state: z.enum(['done', 'fails', 'not_due']).describe('not_due: no longer due'),
    }),
    refuses: ['not_found', 'conflict'],
  }),
  acceptDifference: post('/api/payments/difference/{id}/accept', 'Accept a difference from the gateway', {
    fresh: true,
    access: 'money',
    body: z.object({ reason }),
    refuses: ['not_found', 'conflict'],
  }),
}
