import { z } from 'zod'
import { fromText, line } from '../inputs.ts'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

/** Access of a subscription (docs/domain.md, Subscriptions). */
export const subscriptionAccess = { 0: 'None', 1: 'eBay access', 2: 'Legacy' } as const

export const subscriberOperations = {
  listSubscribers: get(
    '/api/suppliers/{id}/subscriptions',
    "A supplier's subscribers, newest first, 100 a page",
    {
      query: z.object({ page: fromText.page, search: line(200).default('') }),
      answer: z.object({
        total: z.number(),
        counts: z.object({
          none: z.number(),
          ebay: z.number(),
          legacy: z.number(),
          cancel_pending: z.number(),
        }),
        subscriptions: z.array(
          z.object({
            vendor_id: z.number(),
            company: z.string(),
            email: z.string(),
            access: z.number(),
            is_cancel_pending: z.boolean(),
            integrations: z.number(),
            insert_tm: moment,
          }),
        ),
      }),
      refuses: ['not_found'],
    },
  ),
}
