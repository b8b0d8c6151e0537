import { z } from 'zod'
import { fromText, line } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get } from '../operation.ts'
import { variantProduct } from '../variants/mapping.ts'
import { productChain } from './chain.ts'
import { productHistory } from './history.ts'
import { product } from './product.ts'
import { productListings, productPrices } from './sellers.ts'

const match = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  supplier_name: z.string(),
  own_feed_of: z.string().nullable(),
  active: z.boolean(),
})
export type SkuMatch = z.output<typeof match>

const variants = z.object({
  parent: z
    .object({
      product_variant_parent_id: z.number(),
      parent_sku: z.string(),
      title: z.string(),
      option_names: z.array(z.string()),
    })
    .nullable(),
  mapping_status: variantProduct.shape.mapping_status,
  siblings: z.array(
    z.object({
      product_id: z.number(),
      sku: z.string(),
      title: z.string().nullable(),
      option_values: z.array(z.string()),
      quantity: z.number(),
      active: z.boolean(),
    }),
  ),
})

export const productPageOperations = {
  getProductContext: get('/api/products/get-product-context', 'Look up a product by its exact SKU', {
    query: z.object({
      sku: line(200, messages.skuNeeded),
      vendorId: fromText.id.optional().describe('the UID: only what this vendor has access to'),
      dropshipper_id: fromText.id.optional().describe('only of this supplier'),
    }),
    answer: z.object({
      product,
      matches: z.array(match).describe('every product with this SKU, the best first; up to 20'),
      history: productHistory,
      price_chain: productPrices.shape.vendors.element.nullable().describe('for the given vendor'),
      stores: productListings.shape.listings.describe('of the given vendor, else of all; the first page'),
    }),
    refuses: ['not_found'],
  }),
  listProductCategories: get('/api/products/categories', 'List the categories of suppliers’ catalogs', {
    answer: z.array(
      z.object({
        catalog_category_id: z.number(),
        catalog_category_name: z.string(),
        suppliers: z.number(),
        products: z.number().describe('active products of its suppliers'),
      }),
    ),
  }),
  getProduct: get('/api/products/{product_id}', 'Get a product’s facts, images and variants', {
    answer: z.object({ product, variants }),
    refuses: ['not_found'],
  }),
  getProductChain: get(
    '/api/products/{product_id}/chain',
    'Explain a product from its feed to a vendor’s stores',
    {
      query: z.object({
        vendor_id: fromText.id.optional(),
        vendor_market_map_id: fromText.id.optional().describe('one of the vendor’s integrations'),
      }),
      answer: productChain,
      refuses: ['not_found'],
    },
  ),
  listProductHistory: get(
    '/api/products/{product_id}/history',
    'List the runs that changed a product, field by field, newest first',
    {
      query: z.object({ before: fromText.bigId.optional().describe('only runs before this one') }),
      answer: productHistory,
      refuses: ['not_found'],
    },
  ),
  listProductPrices: get(
    '/api/products/{product_id}/prices',
    'List a product’s price at each vendor that may sell it, with the reason',
    {
      query: z.object({
        vendor_id: fromText.id.optional().describe('only this vendor'),
        after: fromText.id.optional().describe('only vendors after this one'),
      }),
      answer: productPrices,
      refuses: ['not_found'],
    },
  ),
  listProductListings: get(
    '/api/products/{product_id}/listings',
    'List the stores that show a product, by id',
    {
      query: z.object({
        vendor_id: fromText.id.optional().describe('only this vendor’s stores'),
        after: fromText.id.optional().describe('only stores after this one'),
      }),
      answer: productListings,
      refuses: ['not_found'],
    },
  ),
}
