import { z } from 'zod'
import { get } from '../operation.ts'

export const shopifyMarkets: readonly number[] = [39, 122]
export const zentailMarkets: readonly number[] = [123]
/** How many times an hour one person may ask shops for what they have. */
export const askedAnHour = 120

const failure = z
  .object({ sentence: z.string(), what_to_do: z.string() })
  .nullable()
  .describe('why the request failed; null: it succeeded')

export const shopFactOperations = {
  getShopifyMetaData: get(
    '/api/vendor/{vendor_store_id}/shopify-meta-data',
    'Get a Shopify store’s locations and product metafields',
    {
      answer: z.object({
        failed: failure,
        locations: z.array(z.object({ location_id: z.string(), name: z.string(), active: z.boolean() })),
        metafields: z.array(
          z.object({ namespace: z.string(), key: z.string(), name: z.string(), type: z.string() }),
        ),
      }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  listZentailLocations: get(
    '/api/vendor/{vendor_store_id}/zentail-locations',
    'List a Zentail store’s warehouses and whether they accept stock',
    {
      answer: z.object({
        failed: failure,
        locations: z.array(
          z.object({ location_id: z.string(), name: z.string(), can_update_inventory: z.boolean() }),
        ),
      }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
}
