import { z } from 'zod'
import { amountOr, fromText, line } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal } from '../values.ts'

export const catalogPageSize = 50
/** Of products that no index finds, at most this many are looked at for a page. */
export const mostScanned = 50_000

const stock = fromText.count(0, 2_147_483_647).optional()
const cost = amountOr('Enter an amount such as 12.50').optional()

/** What suppliers' products are searched by. */
export const productFilters = z.object({
  q: line(200).default('').describe('start of a SKU, UPC or ASIN, or words of title and brand'),
  dropshipper_id: fromText.id.optional(),
  catalog_category_id: fromText.id.optional().describe('only products of suppliers in this category'),
  brand: line(200).default('').describe('the whole brand, whatever its capitals'),
  least_stock: stock,
  most_stock: stock,
  least_price: cost.describe('wholesale price'),
  most_price: cost.describe('wholesale price'),
  missing_image: fromText.flag.optional().describe('true: only products without a good first image'),
  no_barcode: fromText.flag.optional().describe('true: only products without UPC, EAN and ISBN'),
  active: fromText.flag.optional(),
})
export type ProductFilters = z.output<typeof productFilters>

const row = z.object({
  product_id: z.number(),
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  sku: z.string(),
  title: z.string().nullable(),
  manufacturer: z.string().nullable(),
  categories: z.string().nullable(),
  upc: z.string().nullable(),
  ean: z.string().nullable(),
  asin: z.string().nullable(),
  quantity: z.number(),
  wholesale_price: decimal.nullable(),
  currency: z.string().nullable(),
  active: z.boolean(),
  product_image_id: z.number().nullable().describe('the stored copy of its first image'),
  image_good: z.boolean(),
})
export type CatalogRow = z.output<typeof row>

export const catalogOperations = {
  listProducts: get('/api/products', 'Search suppliers’ products, by id, 50 per page', {
    query: productFilters.extend({
      after: fromText.bigId.optional().describe('only products after this one'),
    }),
    answer: z.object({
      products: z.array(row),
      next: z
        .number()
        .nullable()
        .describe('`after` of the next page, even of one that has no match yet; null: there is none'),
    }),
  }),
}
