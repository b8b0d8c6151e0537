import { z } from 'zod'
import { get } from '../operation.ts'
import { fromText, line } from '../inputs.ts'

const foundProduct = z.object({
  product_id: z.number(),
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  own_feed_of: z
    .string()
    .nullable()
    .describe('the vendor whose custom feed has this product instead of the supplier’s feed'),
  sku: z.string(),
  title: z.string().nullable(),
  manufacturer: z.string().nullable(),
  upc: z.string().nullable(),
  asin: z.string().nullable(),
  quantity: z.number(),
  active: z.boolean(),
  unread_run_id: z
    .number()
    .nullable()
    .describe('the run that rejected its row, so the product stayed unchanged'),
})

export type FoundProduct = z.output<typeof foundProduct>

export const productOperations = {
  findProducts: get(
    '/api/products/find',
    'Search products by SKU, UPC, ASIN, title or brand, with small typos allowed; up to 50',
    {
      query: z.object({
        q: line(200, 'Enter a search term'),
        dropshipper_id: fromText.id.optional(),
        vendor_id: fromText.id
          .optional()
          .describe('only products this vendor subscribes to, without other vendors’ custom feeds'),
      }),
      answer: z.object({
        /** How the products were found; with `spelling` and `near` the exact words were not found. */
        by: z.enum(['identifier', 'words', 'spelling', 'near', 'nothing']),
        /** The words that were searched for, if the spelling was corrected. */
        read_as: z.string().nullable(),
        products: z.array(foundProduct),
      }),
    },
  ),
}
