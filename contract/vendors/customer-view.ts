import { z } from 'zod'
import { post, remove } from '../operation.ts'

/** A view of a customer's account ends by itself after this time. */
export const viewLastsMs = 30 * 60_000

export const customerViewOperations = {
  beginCustomerView: post(
    '/api/vendor/{vendor_id}/customer-view',
    'View a vendor’s account as its customer for 30 minutes; calls with `viewing` in their query are ' +
      'read-only and made as the customer',
    {
      by_viewer: true,
      answer: z.object({ customer_view_id: z.number() }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  endCustomerView: remove('/api/customer-views/{id}', 'End your own customer view', {
    by_viewer: true,
    refuses: ['not_found'],
  }),
}
