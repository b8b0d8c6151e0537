import { z } from 'zod'
import { supplierSubscriptionFilters } from '#contract/reports/supplier-subscriptions.ts'

const whole = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined)
/** The filters of Supplier Subscriptions in the address, also of the rows of a number. */
export const subscriptionsUrl = z.object({
  start: z.iso.date().optional().catch(undefined),
  end: z.iso.date().optional().catch(undefined),
  supplier: whole,
  market: whole,
  status: supplierSubscriptionFilters.shape.status.catch(undefined),
  without: z.literal('integration').optional().catch(undefined),
})
