import { z } from 'zod'
import { chargeOfVendor } from '../billing/billing.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'

/** What can happen to a charge; each kind has its sign in the timeline. */
export const chargeStepKinds = [
  'invoice',
  'request',
  'rejected',
  'attempt',
  'paid',
  'declined',
  'pending',
  'refund',
  'refunded',
  'credited',
  'dispute',
  'dispute_won',
  'written_off',
  'email',
  'card',
] as const
const step = z.object({
  key: z.string(),
  tm: moment,
  kind: z.enum(chargeStepKinds),
  text: z.string(),
  detail: z.string().nullable().describe('the bank’s reason in plain words, or what a person wrote'),
  by: z.string().describe('the person, or what did it'),
  charge_id: z.number().nullable().describe('another charge that it is about'),
  paper: z.object({ invoice_id: z.number(), number: z.string() }).nullable(),
})
export type ChargeStep = z.output<typeof step>
/** More steps than any charge has. */
export const mostChargeSteps = 200

const chargePage = z.object({
  charge: chargeOfVendor,
  vendor_deleted: z.boolean(),
  next_charge_date: z.string().nullable(),
  requested_by: z.string().describe('the person, or Feedstock for renewals'),
  refund_of: z.object({ vendor_charge_id: z.number(), charge_description: z.string() }).nullable(),
  invoice: z
    .object({
      state: z.enum(['open', 'paid', 'written_off', 'given_back']),
      lines: z.array(z.object({ text: z.string(), amount: decimal })),
      total: decimal,
      period: z.object({ starts: z.string(), ends: z.string() }).nullable(),
      next_try: z.string().nullable().describe('the next automatic retry; null: none'),
    })
    .nullable(),
  plan: z.string().nullable().describe('the plan it paid for'),
  promo_codes: z.array(z.string()).describe('promo codes that lowered its invoice'),
  waiting: z
    .array(z.object({ money_approval_id: z.number(), amount: decimal, asked_by_name: z.string() }))
    .describe('requests about this charge that wait for a decision'),
  marks: z
    .array(z.object({ label: z.string(), amount: decimal }))
    .describe('usual amounts of a refund, smallest first'),
  steps: z.array(step).describe('oldest first'),
})
export type ChargePageView = z.output<typeof chargePage>

export const chargePageOperations = {
  getCharge: get('/api/vendor/{vendor_id}/charge/{vendor_charge_id}', 'Get a charge and its timeline', {
    answer: chargePage,
    refuses: ['not_found'],
  }),
}
