import { z } from 'zod'
import { id, text } from '../inputs.ts'
import { post } from '../operation.ts'
import { moment } from '../values.ts'

/** How long a link for keys is valid. */
export const grantMinutes = 24 * 60

/** A page of ours that the shop leads back to. */
const returnPath = text(500).regex(/^\/(?!\/)[\w/?=&%.-]*$/, 'Enter a path of this app')

export const storeGrantOperations = {
  beginStoreGrant: post(
    '/api/vendor/{vid}/store/{id}/grant',
    'Create a link that lets a WooCommerce store give us keys; earlier links of the store stop working',
    {
      fresh: true,
      body: z.object({ return_path: returnPath.optional() }),
      answer: z.object({ url: z.string(), expires_tm: moment }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  acceptStoreGrant: post(
    '/api-public/store-grant/{token}',
    'Receive the keys that a WooCommerce store sends through its link; the link works once',
    {
      access: 'public',
      by_address: true,
      body: z.object({
        key_id: id.optional(),
        user_id: z.union([id, text(200)]).optional(),
        consumer_key: text(200).min(1),
        consumer_secret: text(200).min(1),
        key_permissions: text(40).optional(),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
