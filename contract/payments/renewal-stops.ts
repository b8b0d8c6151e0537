import { z } from 'zod'
import { amount, count, lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

/** How many charges a preview lists, largest first. */
export const mostListedCharges = 200

const figures = {
  invoices: z.object({ now: z.number(), most: z.number() }).describe('invoices charged on this day'),
  amount: z.object({ now: decimal, most: decimal }),
  percent: z.object({ now: z.number(), most: z.number() }).describe('of the active vendors'),
  days: z
    .object({ now: z.number().nullable(), most: z.number() })
    .describe('since the last complete run; null: the first run'),
}
const runFigures = z.object(figures)
export type RunFigures = z.output<typeof runFigures>

export const stoppedRun = z.object({
  renewal_stop_id: z.number(),
  day: z.string(),
  state: z.enum(['stopped', 'refused']),
  insert_tm: moment,
  ...figures,
  agreed: z
    .array(z.object({ name: z.string(), tm: moment, own: z.boolean() }))
    .describe('who approved it at its present size; two people must'),
  refused_by: z.string().nullable(),
  refused_tm: moment.nullable(),
  reason: z.string().nullable().describe('why it was rejected'),
})
export type StoppedRun = z.output<typeof stoppedRun>

const charge = z.object({
  vendor_id: z.number(),
  company: z.string(),
  text: z.string().describe('the billing period, or the invoice that is retried'),
  amount: decimal,
})
const dueCharges = z.object({
  invoices: z.number(),
  amount: decimal,
  charges: z.array(charge).describe(`the ${mostListedCharges} largest`),
})
export type DueCharges = z.output<typeof dueCharges>

export const renewalStopOperations = {
  weighStoppedRun: get('/api/renewal-stop/{id}/charges', 'Preview what a stopped renewal run will charge', {
    access: 'money',
    answer: dueCharges,
    refuses: ['not_found', 'conflict'],
  }),
  agreeToRun: post('/api/renewal-stop/{id}/agree', 'Approve a stopped renewal run; two people must', {
    fresh: true,
    access: 'money',
    body: z.object({
      invoices: count(0, 10_000_000).describe('of the preview; if the run has grown, it is refused'),
      amount,
    }),
    answer: z.object({
      state: z.enum(['stopped', 'agreed']).describe('stopped: one more person must agree'),
    }),
    refuses: ['not_found', 'conflict'],
  }),
  refuseRun: post('/api/renewal-stop/{id}/refuse', 'Reject a stopped renewal run', {
    fresh: true,
    access: 'money',
    body: z.object({ reason: lines(4000, 'Enter a reason') }),
    refuses: ['not_found', 'conflict'],
  }),
}
