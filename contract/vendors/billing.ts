import { z } from 'zod'
import { fromText, sortOf } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const chargeTypes = ['Charge', 'Auth', 'Refund', 'Owed 3rd Party', 'Paid 3rd Party'] as const
export const chargeStatuses = ['Success', 'Declined', 'Failed'] as const
/** A frozen supplier costs so much a month. */
const frozenFee = 9

/** What the next charge is made of, in cents: plan and frozen suppliers, less credit. */
export function chargeDue(of: {
  monthly_fee: string | null
  /** Suppliers that are frozen by then. */
  frozen: number
  credit_available: string
}) {
  const plan = cents(of.monthly_fee ?? '0')
  const frozen = of.frozen * frozenFee * 100
  const credit = Math.min(plan + frozen, Math.max(0, cents(of.credit_available)))
  return { plan: text(plan), frozen: text(frozen), credit: text(credit), total: text(plan + frozen - credit) }
}
const cents = (amount: string) => Math.round(Number(amount) * 100)
const text = (n: number) => (n / 100).toFixed(2)

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

export const vendorBillingOperations = {
  getVendorBilling: get('/api/vendor/view/{vendor_id}/billing', 'A vendor’s plan and what is charged next', {
    answer: z.object({
      plan: z.string().nullable(),
      monthly_fee: decimal.nullable(),
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
      next_charge_date: z.string().nullable(),
      credit_available: decimal,
      due: z.object({ plan: decimal, frozen: decimal, credit: decimal, total: decimal }),
      frozen_suppliers: z.number().describe('those that are frozen by the next charge'),
      billing_failures: z.number(),
      suspended: z.boolean().describe('for billing'),
    }),
    refuses: ['not_found'],
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
