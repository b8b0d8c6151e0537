import { z } from 'zod'
import { amount, count, day, fromText, id, line, lines, sortOf, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const chargeTypes = ['Charge', 'Auth', 'Refund', 'Owed 3rd Party', 'Paid 3rd Party'] as const
export const chargeStatuses = ['Success', 'Declined', 'Failed'] as const

export const chargePageSize = 50
const charge = z.object({
  vendor_charge_id: z.number(),
  tm: moment,
  amount: decimal,
  credit_used: decimal,
  vendor_charge_trans_type_id: z.number(),
  vendor_charge_status_id: z.number().nullable(),
  transaction_num: z.string().nullable(),
  charge_description: z.string(),
  refund_tm: moment.nullable(),
})
export type VendorCharge = z.output<typeof charge>

export const chargeSort = sortOf(['tm', 'type', 'status', 'what', 'transaction', 'credit', 'amount'])

export const bill = z.object({
  lines: z.array(
    z.object({ kind: z.enum(['plan', 'extra', 'frozen', 'credit']), text: z.string(), amount: decimal }),
  ),
  frozen: decimal.describe('what frozen suppliers cost of it'),
  total: decimal,
})
const planFee = z.object({ name: z.string(), monthly_fee: decimal })

const customPlan = z.object({
  monthly_fee: amount,
  custom_billing_plan_start_tm: day,
  billing_plan_will_expire: z.boolean(),
  billing_plan_expiration_date: day.nullable(),
  billing_plan_default_id: count(1, 32_767)
    .nullable()
    .describe('the plan type that counts when it is over; null: the vendor’s own'),
})
export type CustomPlanBody = z.output<typeof customPlan>
/** What is wrong with a custom plan's dates, by field; the same in the form and in the save. */
export function customPlanFaults(plan: Omit<CustomPlanBody, 'monthly_fee'>): Record<string, string> {
  const { billing_plan_will_expire: expires, billing_plan_expiration_date: end } = plan
  if (!expires) return end === null ? {} : { billing_plan_expiration_date: 'It is not to expire' }
  if (end === null) return { billing_plan_expiration_date: 'Give the day on which it expires' }
  return end > plan.custom_billing_plan_start_tm
    ? {}
    : { billing_plan_expiration_date: 'Give a day after its start' }
}
export const mostExtras = 50
const billingExtra = z.object({
  id: z.object({ vendor_id: id, billing_extra_type_id: id }),
  billing_extra_cost: amount.refine((text) => Number(text) > 0, 'Give an amount above zero'),
})
const why = lines(4000).default('').describe('why; it stands in the history')

const billingView = z.object({
  version: z.number(),
  plan: z.string().nullable().describe('of its plan type'),
  monthly_fee: decimal.nullable().describe('of its plan type'),
  priority_support: z.boolean().describe('as the plan has it'),
  plans: z.array(
    z.object({
      vendor_plan_type_id: z.number(),
      name: z.string(),
      monthly_fee: decimal,
      priority_support: z.boolean(),
      vendors: z.number().describe('how many have it'),
    }),
  ),
  vendor_plan_type_id: z.number().nullable(),
  has_custom_billing_plan: z.boolean().describe('it is in use'),
  billing_plan: z
    .object({ ...customPlan.shape, monthly_fee: decimal, custom_billing_plan_start_tm: z.string() })
    .extend({
      billing_plan_expiration_date: z.string().nullable(),
      billing_plan_default_id: z.number().nullable(),
    })
    .nullable()
    .describe('a plan of its own, in use or not'),
  billing_extras: z.array(
    z.object({
      id: z.object({ vendor_id: z.number(), billing_extra_type_id: z.number() }),
      billing_extra_name: z.string(),
      billing_extra_cost: decimal,
    }),
  ),
  billing_extra_types: z.array(
    z.object({ billing_extra_type_id: z.number(), billing_extra_name: z.string() }),
  ),
  billing_plan_history: z
    .array(
      z.object({
        activity_id: z.number(),
        tm: moment,
        by: z.string(),
        message: z.string(),
        reason: z.string().nullable(),
      }),
    )
    .describe('the newest changes of plan and extras'),
  counts: planFee.nullable().describe('the plan that counts for the next bill'),
  bill_date: z.string().describe('the day that the next bill is worked out for: its charge’s, else today'),
  next_charge_date: z.string().nullable(),
  credit_available: decimal,
  due: bill,
  frozen_suppliers: z.number().describe('those that are frozen by the next charge'),
  billing_failures: z.number(),
  suspended: z.boolean().describe('for billing'),
})
export type BillingView = z.output<typeof billingView>

export const billingOperations = {
  getVendorBilling: get('/api/vendor/view/{vendor_id}/billing', 'How a vendor is billed, and its next bill', {
    answer: billingView,
    refuses: ['not_found'],
  }),
  savePlanType: post('/api/vendor/{vendor_id}/plan-type', 'Give a vendor another plan type', {
    access: 'money',
    body: z.object({ version, vendor_plan_type_id: count(1, 32_767).nullable(), reason: why }),
    answer: billingView,
    refuses: ['not_found', 'conflict'],
  }),
  saveBillingPlan: post(
    '/api/vendor/{vendor_id}/billing-plan',
    'Give a vendor a billing plan of its own, which is in use from then on',
    {
      access: 'money',
      body: z.object({ version, billing_plan: customPlan, reason: why }),
      answer: billingView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  toggleCustomBillingPlan: post(
    '/api/vendor/{vendor_id}/toggle-uses-custom-billing-plan',
    'Use a vendor’s own billing plan, or its plan type again',
    {
      access: 'money',
      body: z.object({ version, has_custom_billing_plan: z.boolean(), reason: why }),
      answer: billingView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  saveBillingExtras: post('/api/vendor/{vendor_id}/billing-extras', 'Save a vendor’s extras as a set', {
    access: 'money',
    body: z.object({ version, billing_extras: z.array(billingExtra).max(mostExtras), reason: why }),
    answer: billingView,
    refuses: ['not_found', 'conflict'],
  }),
  addBillingExtraType: post('/api/vendor/new-billing-extra', 'Add an extra that vendors can be billed for', {
    access: 'money',
    body: z.object({ billing_extra_name: line(100, 'Enter the extra’s name') }),
    answer: z.object({ billing_extra_type_id: z.number(), billing_extra_name: z.string() }),
    refuses: ['conflict'],
  }),
  listVendorCharges: get(
    '/api/vendor/{vendor_id}/billing-history',
    'A vendor’s charges, newest first or sorted',
    {
      query: z.object({ page: fromText.page, sort: chargeSort.default('-tm') }),
      answer: z.object({
        total: z.number(),
        /** Of those that went through, less what was given back. */
        charged: decimal,
        refunded: decimal,
        charges: z.array(charge),
      }),
      refuses: ['not_found'],
    },
  ),
}
