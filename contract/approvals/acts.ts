import { z } from 'zod'
import { decimal, moment } from '../values.ts'

/** Every act that may need a second person (docs/domain/moving-money.md, Second person). */
export const moneyActs = {
  manual_charge: 'Charge',
  refund: 'Refund',
  close_invoice: 'Close invoice',
  basic_info: 'Basic info',
  plan_type: 'Plan type',
  custom_plan: 'Custom plan',
  use_custom_plan: 'Custom plan',
  extras: 'Extras',
  apply_code: 'Apply promo code',
  replace_code: 'Replace promo code',
  remove_code: 'Remove promo code',
  promo_code: 'Promo code',
  cancel_after_refund: 'Cancel subscriptions',
  approval_limit: 'Approval limit',
  reopen_month: 'Reopen month',
} as const
export type MoneyActName = keyof typeof moneyActs
export const moneyActNames = Object.keys(moneyActs) as [MoneyActName, ...MoneyActName[]]

/** Why one's own request isn't approved: only admins change the limit, so only another admin approves that. */
export const ownRequest = (act: MoneyActName): string =>
  `Another ${act === 'approval_limit' ? 'admin' : 'person'} must approve your request`

export const secondPerson = z
  .object({
    above: decimal.nullable().describe('the approval limit; null: none'),
    moved: decimal.describe('amount moved by this person for this vendor in 24 hours'),
    always: z.string().optional().describe('why it needs approval whatever its amount'),
  })
  .nullable()
  .describe('set if another person must approve it')
export type SecondPerson = z.output<typeof secondPerson>

const fact = z.object({ name: z.string(), from: z.string(), to: z.string() })
/** What an act changes, in words. */
export type MoneyFact = z.output<typeof fact>
export const moneyMove = z.object({
  amount: decimal.describe('the amount that counts toward the approval limit'),
  changes: z.array(fact),
  second_person: secondPerson,
  faults: z.record(z.string(), z.string()).describe('why it isn’t possible, by field'),
})
export type MoneyMoveView = z.output<typeof moneyMove>

/** A save answers with the unchanged record while its request waits. */
export const waits = z.boolean().describe('another person must approve it first; nothing has changed yet')

export const approval = z.object({
  money_approval_id: z.number(),
  vendor_id: z.number().nullable().describe('null: it concerns all vendors'),
  company: z.string().nullable(),
  act: z.enum(moneyActNames),
  amount: decimal,
  text: z.string().describe('its purpose'),
  asked_by_name: z.string(),
  requester_left: z
    .boolean()
    .describe('the requester’s login was disabled or may no longer request it, so it can only be rejected'),
  moved: decimal.describe(
    'what the requester had moved for this vendor in the 24 hours before, if the amount alone is within the limit',
  ),
  role_given: z
    .string()
    .nullable()
    .describe('why the current user’s new role, or the requester’s, keeps them from approving'),
  insert_tm: moment,
  is_request: z.boolean().describe('requested by someone who may not do it themselves'),
  own: z.boolean().describe('requested by the current user, so another person must approve it'),
})
export type MoneyApproval = z.output<typeof approval>

export const refusedApproval = approval.extend({
  refused_by: z.string(),
  refused_tm: moment,
  reason: z.string().nullable().describe('why it was rejected'),
})
export type RefusedApproval = z.output<typeof refusedApproval>
