import { z } from 'zod'
import { lineKinds } from './bill.ts'
import { chargeStatus, transType } from './charge-codes.ts'
import { amount, count, day, fromText, id, line, lines, price, sortOf, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { manualChargeTypes } from '../payments/manual-charge.ts'
import { decimal, moment } from '../values.ts'
import { vendorPromo } from '../promo-codes/vendor-promos.ts'
import { planFamilies } from './promos.ts'

export { chargeStatus, transType }
/** What staff read for each `vendor_charge_trans_type_id`, from 1 on. */
export const chargeTypes = ['Charge', 'Auth', 'Refund', 'Owed 3rd Party', 'Paid 3rd Party'] as const
/** A charge's state, refunds included, as its list shows and filters it. */
export const chargeStates = {
  success: 'Success',
  refunded_in_part: 'Refunded in part',
  refunded: 'Refunded',
  declined: 'Declined',
  failed: 'Failed',
} as const
export type ChargeState = keyof typeof chargeStates
const chargeStateNames = Object.keys(chargeStates) as [ChargeState, ...ChargeState[]]

export const chargePageSize = 50
const charge = z.object({
  vendor_charge_id: z.number(),
  tm: moment,
  amount: decimal,
  credit_used: decimal,
  credit_back: decimal.describe('what of the credit came back with refunds'),
  vendor_charge_trans_type_id: z.number(),
  vendor_charge_status_id: z.number().nullable(),
  transaction_num: z.string().nullable(),
  charge_description: z.string(),
  refund_tm: moment.nullable().describe('when all of it had been given back'),
  state: z.enum(chargeStateNames),
  vendor_charge_type_id: z.number().nullable().describe('what it is for (manualChargeTypes)'),
  ghost: z.boolean().describe('recorded alone, it was paid outside'),
  card: z.string().nullable().describe('as a person reads it: `Visa 4242`'),
  card_exception: z.string().nullable().describe('why it didn’t go through'),
  refunded: decimal.describe('what was given back of it'),
  refund_reserved: decimal.describe('what is being given back of it'),
  at_gateway: z.boolean().describe('a gateway made it that can be asked to give it back'),
  paper: z.object({ invoice_id: z.number(), number: z.string() }).nullable(),
  corrected_by: z
    .object({ invoice_id: z.number(), number: z.string() })
    .nullable()
    .describe('the invoice that takes back the credit note of a refund that failed after all'),
  dispute: z
    .enum(['inquiry', 'open', 'won', 'lost'])
    .nullable()
    .describe('open: its money is withdrawn until it is decided'),
})
export type VendorCharge = z.output<typeof charge>

/** Its amount in dollars as lists show it: refunds are negative (docs/domain/billing-history.md, Charges). */
export const signedAmount = (charge: Pick<VendorCharge, 'amount' | 'vendor_charge_trans_type_id'>): string =>
  chargeTypes[charge.vendor_charge_trans_type_id - 1] === 'Refund' ? `-${charge.amount}` : charge.amount

/** The amount that moved, in dollars; lists and files sum it to charges less refunds. */
export const movedAmount = (
  charge: Pick<VendorCharge, 'amount' | 'vendor_charge_trans_type_id' | 'state'>,
): string => {
  const { vendor_charge_trans_type_id: type } = charge
  const moves = type === transType.charge || type === transType.refund
  return moves && charge.state !== 'declined' && charge.state !== 'failed' ? signedAmount(charge) : '0.00'
}

export const chargeSort = sortOf(['tm', 'type', 'status', 'what', 'transaction', 'credit', 'amount'])

/** The list's filters, as in its address. */
export const chargeType = fromText.count(1, chargeTypes.length)
export const chargeState = z.enum(chargeStateNames)
export const chargeFor = fromText.count(1, manualChargeTypes.length)

const chargeOfVendor = charge.extend({ vendor_id: z.number(), company: z.string() })
/** A charge in the list of all vendors. */
export type ChargeOfVendor = z.output<typeof chargeOfVendor>
export const allChargesSort = sortOf(['tm', 'amount'])
/** At most this many charges of all vendors are counted, summed, or paged through. */
export const mostCharges = 10_000
export const mostChargePages = mostCharges / chargePageSize
/** The filters of all vendors' charges, besides type and purpose, which are numbers. */
export const allChargesFilters = z.object({
  sort: allChargesSort.default('-tm'),
  state: chargeState.optional(),
  search: line(100)
    .default('')
    .describe('a whole transaction number, a paper’s number, a vendor’s id or a part of its company'),
  from: day.optional().describe('the first day, in UTC'),
  to: day.optional(),
  least: amount.optional(),
  most: amount.optional(),
})

export const bill = z.object({
  lines: z.array(z.object({ kind: z.enum(lineKinds), text: z.string(), amount: decimal })),
  promos: z
    .array(
      z.object({
        promo_code_usage_id: z.number(),
        text: z.string(),
        amount: decimal,
        why_not: z.string().nullable(),
      }),
    )
    .describe('what each promo code takes off, or why it takes nothing'),
  frozen: decimal.describe('what frozen suppliers cost of it'),
  total: decimal,
})
const planFee = z.object({ name: z.string(), monthly_fee: decimal })

const customPlan = z.object({
  monthly_fee: price,
  custom_billing_plan_start_tm: day,
  billing_plan_will_expire: z.boolean(),
  billing_plan_expiration_date: day.nullable(),
  billing_plan_default_id: count(1, 32_767)
    .nullable()
    .describe('the plan type that counts when it is over; null: the vendor’s own'),
})
export type CustomPlanBody = z.output<typeof customPlan>
/** What is wrong with a custom plan's dates, by field; used by the form and by the save. */
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
  billing_extra_cost: price.refine((text) => Number(text) > 0, 'Give an amount above zero'),
})
const reasonInput = lines(4000).default('').describe('why; it stands in the history')

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
      families: z.array(z.enum(planFamilies)).describe('by which codes are for some plans alone'),
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
  pending: z
    .array(
      z.object({
        kind: z.enum(['proration', 'carried']),
        text: z.string(),
        amount: decimal,
        of_invoice: z.number().nullable().describe('whose days it settles'),
        kept: decimal.nullable().describe('what of that invoice is kept for its days'),
      }),
    )
    .describe('what waits for the next bill alone'),
  periods: z
    .array(
      z.object({
        starts: z.string(),
        ends: z.string(),
        plan_name: z.string().nullable(),
        plan_fee: decimal,
        beside: decimal.describe('what was billed beside a plan, codes taken off'),
        by_hand: z.boolean().describe('a charge by hand stood for its bill'),
        invoice_id: z.number(),
        kept: decimal.describe('what of its bill is kept for its days'),
      }),
    )
    .describe('what was billed last, and until when it is paid for; the newest first'),
  today: z.string(),
  promos: z.array(vendorPromo).describe('the codes that it has, the oldest first'),
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
    record: [{ read: 'getVendorBilling' }],
    body: z.object({ version, vendor_plan_type_id: count(1, 32_767).nullable(), reason: reasonInput }),
    answer: billingView,
    refuses: ['not_found', 'conflict'],
  }),
  saveBillingPlan: post(
    '/api/vendor/{vendor_id}/billing-plan',
    'Give a vendor a billing plan of its own, which is in use from then on',
    {
      access: 'money',
      record: [{ read: 'getVendorBilling' }],
      body: z.object({ version, billing_plan: customPlan, reason: reasonInput }),
      answer: billingView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  toggleCustomBillingPlan: post(
    '/api/vendor/{vendor_id}/toggle-uses-custom-billing-plan',
    'Use a vendor’s own billing plan, or its plan type again',
    {
      access: 'money',
      record: [{ read: 'getVendorBilling' }],
      body: z.object({ version, has_custom_billing_plan: z.boolean(), reason: reasonInput }),
      answer: billingView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  saveBillingExtras: post('/api/vendor/{vendor_id}/billing-extras', 'Save a vendor’s extras as a set', {
    access: 'money',
    record: [{ read: 'getVendorBilling' }],
    body: z.object({ version, billing_extras: z.array(billingExtra).max(mostExtras), reason: reasonInput }),
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
      query: z.object({
        page: fromText.page,
        sort: chargeSort.default('-tm'),
        type: chargeType.optional(),
        state: chargeState.optional(),
        charge: fromText.bigId.optional().describe('this one alone'),
      }),
      answer: z.object({
        total: z.number().describe('of those that the filters let through'),
        /** The sum of successful charges, less refunds. */
        charged: decimal,
        refunded: decimal,
        charges: z.array(charge),
      }),
      refuses: ['not_found'],
    },
  ),
  listCharges: get('/api/charges', 'Charges of all vendors, newest first or by amount', {
    query: allChargesFilters.extend({
      page: fromText.count(1, mostChargePages).default(1),
      type: chargeType.optional(),
      for: chargeFor.optional(),
    }),
    answer: z.object({
      total: z.number().describe('of those that the filters let through, up to 10,000'),
      more: z.boolean().describe('there are more, which aren’t summed'),
      charged: decimal.nullable().describe('of those that went through'),
      refunded: decimal.nullable(),
      charges: z.array(chargeOfVendor),
    }),
  }),
}
