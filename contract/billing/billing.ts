import { z } from 'zod'
import { waits } from '../approvals/acts.ts'
import { lineKinds } from './bill.ts'
import { chargeStatus, transType } from './charge-codes.ts'
import { amount, count, day, fromText, id, line, lines, price, sortOf, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { manualChargeTypes } from '../payments/manual-charge.ts'
import { decimal, moment } from '../values.ts'
import { vendorPromo } from '../promo-codes/vendor-promos.ts'
import { planFamilies } from './promos.ts'
import { chargeStatuses } from '../statuses.ts'

export { chargeStatus, transType }
/** What staff read for each `vendor_charge_trans_type_id`, from 1 on. */
export const chargeTypes = ['Charge', 'Auth', 'Refund', 'Owed 3rd Party', 'Paid 3rd Party'] as const
/** A charge's state, refunds included, as its list shows and filters it. */
export const chargeStates = chargeStatuses
export type ChargeState = keyof typeof chargeStates
const chargeStateNames = Object.keys(chargeStates) as [ChargeState, ...ChargeState[]]

export const chargePageSize = 50
const charge = z.object({
  vendor_charge_id: z.number(),
  tm: moment,
  amount: decimal,
  credit_used: decimal,
  credit_back: decimal.describe('credit returned by refunds'),
  vendor_charge_trans_type_id: z.number(),
  vendor_charge_status_id: z.number().nullable(),
  transaction_num: z.string().nullable(),
  charge_description: z.string(),
  refund_tm: moment.nullable().describe('when it was fully refunded'),
  state: z.enum(chargeStateNames),
  vendor_charge_type_id: z.number().nullable().describe('its purpose (manualChargeTypes)'),
  ghost: z.boolean().describe('recorded manually, paid outside the gateway'),
  card: z.string().nullable().describe('such as `Visa 4242`'),
  card_exception: z.string().nullable().describe('why it was declined or failed'),
  decline_code: z.string().nullable().describe('the bank’s code for it'),
  refunded: decimal.describe('amount refunded'),
  credited: decimal.describe('amount returned as credit instead of to the card'),
  refund_reserved: decimal.describe('amount of pending refunds'),
  at_gateway: z.boolean().describe('made by a gateway that can refund it'),
  paper: z.object({ invoice_id: z.number(), number: z.string() }).nullable(),
  corrected_by: z
    .object({ invoice_id: z.number(), number: z.string() })
    .nullable()
    .describe('the invoice that reverses the credit note of a failed refund'),
  dispute: z
    .enum(['inquiry', 'open', 'won', 'lost'])
    .nullable()
    .describe('open: the money is withdrawn until the bank rules'),
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

export const chargeOfVendor = charge.extend({ vendor_id: z.number(), company: z.string() })
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
    .describe(
      'a transaction number, an invoice or credit note number, a vendor’s id, or part of its company name',
    ),
  from: day.optional().describe('first day (UTC)'),
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
    .describe('each promo code’s discount, or why it doesn’t apply'),
  frozen: decimal.describe('the part for frozen suppliers'),
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
    .describe('the plan type after it expires; null: the vendor’s plan type'),
})
export type CustomPlanBody = z.output<typeof customPlan>
/** What is wrong with a custom plan's dates, by field; used by the form and by the save. */
export function customPlanFaults(plan: Omit<CustomPlanBody, 'monthly_fee'>): Record<string, string> {
  const { billing_plan_will_expire: expires, billing_plan_expiration_date: end } = plan
  if (!expires) return end === null ? {} : { billing_plan_expiration_date: 'Only for a plan that expires' }
  if (end === null) return { billing_plan_expiration_date: 'Enter an expiration date' }
  return end > plan.custom_billing_plan_start_tm
    ? {}
    : { billing_plan_expiration_date: 'Enter a date after the start date' }
}
export const mostExtras = 50
const billingExtra = z.object({
  id: z.object({ vendor_id: id, billing_extra_type_id: id }),
  billing_extra_cost: price.refine((text) => Number(text) > 0, 'Enter an amount above 0'),
})
const reasonInput = lines(4000).default('').describe('the reason, shown in the history')

const billingView = z.object({
  version: z.number(),
  plan: z.string().nullable().describe('from the plan type'),
  monthly_fee: decimal.nullable().describe('from the plan type'),
  priority_support: z.boolean().describe('whether the plan includes it'),
  plans: z.array(
    z.object({
      vendor_plan_type_id: z.number(),
      name: z.string(),
      monthly_fee: decimal,
      priority_support: z.boolean(),
      families: z.array(z.enum(planFamilies)).describe('families that promo codes can be limited to'),
      vendors: z.number().describe('vendors on this plan'),
    }),
  ),
  vendor_plan_type_id: z.number().nullable(),
  has_custom_billing_plan: z.boolean().describe('whether the custom plan is used'),
  billing_plan: z
    .object({ ...customPlan.shape, monthly_fee: decimal, custom_billing_plan_start_tm: z.string() })
    .extend({
      billing_plan_expiration_date: z.string().nullable(),
      billing_plan_default_id: z.number().nullable(),
    })
    .nullable()
    .describe('the custom plan, used or not'),
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
        of_invoice: z.number().nullable().describe('the invoice it adjusts'),
        kept: decimal.nullable().describe('the amount of that invoice not refunded'),
      }),
    )
    .describe('one-time items of the next bill'),
  periods: z
    .array(
      z.object({
        starts: z.string(),
        ends: z.string(),
        plan_name: z.string().nullable(),
        plan_fee: decimal,
        beside: decimal.describe('extras and other non-plan amounts, less promo codes'),
        by_hand: z.boolean().describe('paid by a manual charge'),
        invoice_id: z.number(),
        kept: decimal.describe('the amount of its bill not refunded'),
      }),
    )
    .describe('billed periods, newest first'),
  today: z.string(),
  promos: z.array(vendorPromo).describe('the vendor’s promo codes, oldest first'),
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
        billing_plan_will_expire: z
          .boolean()
          .nullable()
          .describe('as of that change; null before any custom plan'),
        billing_plan_expiration_date: z.string().nullable(),
      }),
    )
    .describe('recent changes to plan, extras and promo codes'),
  counts: planFee.nullable().describe('the plan of the next bill'),
  bill_date: z.string().describe('the date of the next bill: the next charge date, or today'),
  next_charge_date: z.string().nullable(),
  credit_available: decimal,
  due: bill,
  frozen_suppliers: z.number().describe('suppliers frozen by the next charge date'),
  billing_failures: z.number(),
  suspended: z.boolean().describe('whether the vendor is suspended for billing'),
  waiting: waits.optional(),
})
export type BillingView = z.output<typeof billingView>

export const billingOperations = {
  getVendorBilling: get(
    '/api/vendor/view/{vendor_id}/billing',
    'Get a vendor’s billing terms and next bill',
    {
      answer: billingView,
      refuses: ['not_found'],
    },
  ),
  savePlanType: post('/api/vendor/{vendor_id}/plan-type', 'Change a vendor’s plan type', {
    fresh: true,
    access: 'money',
    record: [{ read: 'getVendorBilling' }],
    body: z.object({ version, vendor_plan_type_id: count(1, 32_767).nullable(), reason: reasonInput }),
    answer: billingView,
    refuses: ['not_found', 'conflict'],
  }),
  requestPlanType: post('/api/vendor/{vendor_id}/plan-type/request', 'Ask finance to change a plan type', {
    body: z.object({
      version,
      vendor_plan_type_id: count(1, 32_767).nullable(),
      reason: lines(4000, 'Enter a reason'),
    }),
    answer: z.object({ money_approval_id: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  saveBillingPlan: post('/api/vendor/{vendor_id}/billing-plan', 'Save and use a custom plan for a vendor', {
    fresh: true,
    access: 'money',
    record: [{ read: 'getVendorBilling' }],
    body: z.object({ version, billing_plan: customPlan, reason: reasonInput }),
    answer: billingView,
    refuses: ['not_found', 'conflict'],
  }),
  toggleCustomBillingPlan: post(
    '/api/vendor/{vendor_id}/toggle-uses-custom-billing-plan',
    'Switch a vendor between its custom plan and its plan type',
    {
      fresh: true,
      access: 'money',
      record: [{ read: 'getVendorBilling' }],
      body: z.object({ version, has_custom_billing_plan: z.boolean(), reason: reasonInput }),
      answer: billingView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  saveBillingExtras: post('/api/vendor/{vendor_id}/billing-extras', 'Replace a vendor’s extras', {
    fresh: true,
    access: 'money',
    record: [{ read: 'getVendorBilling' }],
    body: z.object({ version, billing_extras: z.array(billingExtra).max(mostExtras), reason: reasonInput }),
    answer: billingView,
    refuses: ['not_found', 'conflict'],
  }),
  addBillingExtraType: post('/api/vendor/new-billing-extra', 'Add a type of extra', {
    fresh: true,
    access: 'money',
    body: z.object({ billing_extra_name: line(100, 'Enter a name') }),
    answer: z.object({ billing_extra_type_id: z.number(), billing_extra_name: z.string() }),
    refuses: ['conflict'],
  }),
  listVendorCharges: get('/api/vendor/{vendor_id}/billing-history', 'List a vendor’s charges', {
    query: z.object({
      page: fromText.page,
      sort: chargeSort.default('-tm'),
      type: chargeType.optional(),
      state: chargeState.optional(),
      charge: fromText.bigId.optional().describe('only this charge'),
    }),
    answer: z.object({
      total: z.number().describe('charges that match the filters'),
      /** The sum of successful charges, less refunds. */
      charged: decimal,
      refunded: decimal,
      charges: z.array(charge),
    }),
    refuses: ['not_found'],
  }),
  listCharges: get('/api/charges', 'List the charges of all vendors', {
    query: allChargesFilters.extend({
      page: fromText.count(1, mostChargePages).default(1),
      type: chargeType.optional(),
      for: chargeFor.optional(),
    }),
    answer: z.object({
      total: z.number().describe('charges that match the filters, up to 10,000'),
      more: z.boolean().describe('whether there are more, which are not in the sums'),
      charged: decimal.nullable().describe('total of successful charges'),
      refunded: decimal.nullable(),
      charges: z.array(chargeOfVendor),
    }),
  }),
}
