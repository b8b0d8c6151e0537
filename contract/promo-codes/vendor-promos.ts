import { z } from 'zod'
import { planFamilies } from '../billing/promos.ts'
import { decimal, moment } from '../values.ts'

/** A code of one vendor: what its bills need to know (`BillPromo`), and what it gave so far. */
export const vendorPromo = z.object({
  promo_code_usage_id: z.number().describe('0: not applied yet'),
  promo_code_id: z.number(),
  promo_code: z.string(),
  description: z.string(),
  percentage_based: z.boolean(),
  discount: decimal,
  enable_optimized_sync: z.boolean(),
  for_plan: z.object({ vendor_plan_type_id: z.number(), name: z.string() }).nullable(),
  plan_only: z.enum(planFamilies).nullable(),
  for_supplier: z.object({ name: z.string(), subscribed: z.boolean() }).nullable(),
  for_market: z.object({ name: z.string(), active: z.boolean() }).nullable(),
  bills_used: z.number(),
  bills_left: z.number().nullable().describe('null: all'),
  money_given: decimal,
  given_tm: moment,
  given_by: z.string(),
})
export type VendorPromo = z.output<typeof vendorPromo>
