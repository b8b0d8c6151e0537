import { z } from 'zod'
import { fromText, line, sortOf } from '../inputs.ts'
import { get } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const ownProductPageSize = 50
export const ownProductSort = sortOf(['sku', 'title', 'quantity', 'changed'])

/** What customers filter a supplier's products by. */
export const availabilities = { in_stock: 'In stock', out_of_stock: 'Out of stock' } as const
const availability = z.enum(['in_stock', 'out_of_stock'])

const price = z.object({
  market_name: z.string().describe('empty if you don’t sell the supplier’s products yet'),
  price: decimal.nullable().describe('by your price rules; null if they give none'),
})
const product = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  quantity: z.number(),
  prices: z.array(price).describe('one for each market'),
  changed_tm: moment.nullable().describe('when its data last changed; null if no longer known'),
})
export type OwnProduct = z.output<typeof product>

export const ownProductOperations = {
  listOwnProducts: get(
    '/api/account/supplier/{dropshipper_id}/products',
    'List the products you get from a supplier, with your prices',
    {
      access: 'account',
      query: z.object({
        search: line(200).default('').describe('part of the SKU or title'),
        availability: availability.optional(),
        sort: ownProductSort.default('sku'),
        page: fromText.page,
      }),
      answer: z.object({
        dropshipper_name: z.string(),
        currency_id: z.number(),
        priced: z.boolean().describe('whether you have price rules'),
        total: z.number(),
        products: z.array(product),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
