import { z } from 'zod'
import { feedStanding } from '../feeds/standing.ts'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

const subscription = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  is_legacy: z.boolean(),
  has_ebay_access: z.boolean(),
  is_cancel_pending: z.boolean(),
  active_products: z.number(),
  integrations: z.number(),
  active_integrations: z.number(),
  standing: feedStanding.shape.standing,
  standing_reason: z.string(),
  last_successful_run: moment.nullable(),
  max_age_hours: z.number(),
  since_tm: moment,
})
export type VendorSubscription = z.output<typeof subscription>

export const vendorSubscriptionOperations = {
  listVendorSubscriptions: get(
    '/api/vendor/{vendor_id}/subscriptions',
    'The suppliers that a vendor is subscribed to, with how fresh their feeds are, by name',
    { answer: z.array(subscription), refuses: ['not_found'] },
  ),
}
