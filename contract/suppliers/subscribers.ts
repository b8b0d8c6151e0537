import { z } from 'zod'
import { fromText, line, sortOf } from '../inputs.ts'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

/** Access of a subscription (docs/domain/subscriptions.md, State). */
export const subscriptionAccess = { 0: 'None', 1: 'eBay access', 2: 'Legacy' } as const

export const subscriberSort = sortOf(['id', 'company', 'email', 'access', 'state', 'integrations', 'since'])
export const subscribersAsked = z.object({
  search: line(200).default(''),
  sort: subscriberSort.default('-since'),
})

export const subscriberOperations = {
  listSubscribers: get(
    '/api/suppliers/{id}/subscriptions',
    'List a supplier’s subscribers, newest first or sorted, 100 per page',
    {
      query: subscribersAsked.extend({ page: fromText.page }),
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
