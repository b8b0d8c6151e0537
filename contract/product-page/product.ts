import { z } from 'zod'
import { decimal, moment } from '../values.ts'

const image = z.object({
  url: z.string(),
  product_image_id: z.number().nullable().describe('its stored copy; null: there is none'),
  state: z.enum(['good', 'failed', 'waiting', 'unknown']).describe('unknown: not in an image check yet'),
  reason: z.string().nullable().describe('why it failed'),
})
export type ProductImage = z.output<typeof image>

const option = z.object({ name: z.string(), value: z.string() })

/** The catalog's text of a product's market filter. */
const marketFilter = (allows: string) =>
  z.boolean().describe(`true: its supplier’s \`${allows}\` is off, so it isn’t sold there`)

/** A product as the SKU lookup and its page show it; the specification's fields come first. */
export const product = z.object({
  product_id: z.number(),
  sku: z.string(),
  supplier_product_id: z.string().nullable(),
  title: z.string().nullable(),
  wholesale_price: decimal.nullable(),
  msrp: decimal.nullable(),
  map_price: decimal.nullable(),
  dropship_fee: decimal.nullable(),
  shipping_cost: decimal.nullable(),
  weight: decimal.nullable(),
  length: decimal.nullable(),
  width: decimal.nullable(),
  height: decimal.nullable(),
  quantity: z.number(),
  upc: z.string().nullable(),
  asin: z.string().nullable(),
  isbn: z.string().nullable(),
  ean: z.string().nullable(),
  unspsc: z.string().nullable(),
  product_status_id: z.number().describe('1: active'),
  has_valid_image: z.boolean(),
  is_restricted: z.boolean().describe('its supplier is restricted'),
  is_firearm: z.boolean(),
  is_ebay_filter: marketFilter('allows_ebay'),
  is_amazon_filter: marketFilter('allows_amazon'),
  is_jet_filter: marketFilter('allows_marketplace'),
  categories: z.array(z.string()),
  manufacturer: z.string().nullable(),
  images: z.array(image),
  options: z.array(option),
  attributes: z.record(z.string(), z.string()).describe('what markets are sent as product attributes'),
  description: z.string().nullable(),
  currency: z.string().nullable().describe('of its amounts, or its supplier’s; null: unknown'),
  parent_sku: z.string().nullable().describe('as the feed says it'),
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  feed_id: z.number(),
  own_feed: z
    .object({ vendor_custom_feed_id: z.number(), vendor_id: z.number(), company: z.string() })
    .nullable()
    .describe('the vendor’s custom feed that has this product, instead of the supplier’s feed'),
  active: z.boolean().describe('in the feed, and its status is active'),
  gone_tm: moment.nullable().describe('since when it is missing from the feed'),
  created: z.object({ feed_run_id: z.number(), tm: moment.nullable() }),
  updated: z
    .object({ feed_run_id: z.number(), tm: moment.nullable() })
    .describe('the last run that changed it'),
  unread_run_id: z.number().nullable().describe('the run that rejected its row, so it stayed unchanged'),
})
export type Product = z.output<typeof product>
