import { z } from 'zod'
import { decimal, moment } from '../values.ts'

export const pricePageSize = 25
export const listingPageSize = 50

const step = z.object({ step: z.string(), text: z.string(), amount: decimal.nullable() })

/** What a product costs at one vendor, market by market. */
const vendorPrice = z.object({
  vendor_id: z.number(),
  company: z.string(),
  currency_id: z.number(),
  custom_feed: z.boolean().describe('the vendor has a custom feed from this supplier that counts'),
  sold: z.boolean().describe('false: its custom feed leaves the product out, or it has no access'),
  quantity: z.number().nullable().describe('as this vendor is sold it'),
  rules: z.boolean().describe('false: it has no price rules, so no price is sent'),
  markets: z.array(
    z.object({
      vendor_market_map_id: z.number(),
      market_name: z.string(),
      active: z.boolean(),
      price: decimal.nullable(),
      why: z.array(step),
    }),
  ),
})
export type VendorPrice = z.output<typeof vendorPrice>

export const productPrices = z.object({
  vendors: z.array(vendorPrice),
  next: z.number().nullable().describe('`after` of the next page; null: there is none'),
})

const listing = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  vendor_id: z.number(),
  company: z.string(),
  currency_id: z.number(),
  market_name: z.string(),
  in_store: z.boolean(),
  quantity: z.number().nullable(),
  price: decimal.nullable(),
  active: z.boolean().nullable(),
  sent_tm: moment.nullable(),
  refused_text: z.string().nullable(),
  stopped_reason: z.string().nullable(),
  behind: z.boolean(),
})
export type ProductListing = z.output<typeof listing>

export const productListings = z.object({
  total: z.number(),
  listings: z.array(listing),
  next: z.number().nullable().describe('`after` of the next page; null: there is none'),
})
