import { z } from 'zod'
import { fromText, id } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { notSent, type NotSent } from './listing.ts'
import { integrationStatuses } from './standing.ts'

/** The most subscriptions and stores to choose from. */
export const mostChoices = 200

const livePath = z.object({
  closed: z.string().nullable().describe('why it is read-only'),
  subscriptions: z
    .array(
      z.object({
        dropshipper_id: z.number(),
        dropshipper_name: z.string(),
        active_products: z.number(),
        live: z.boolean().describe('an active integration has a connected store'),
        frozen: z.boolean().describe('one of its integrations is frozen'),
      }),
    )
    .describe('those without a live store first'),
  stores: z.array(
    z.object({
      vendor_store_id: z.number(),
      vendor_store_name: z.string(),
      market_id: z.number(),
      market_name: z.string(),
      connected: z.boolean(),
    }),
  ),
  supplier: z
    .object({
      dropshipper_id: z.number(),
      dropshipper_name: z.string(),
      active_products: z.number(),
      subscribed: z.boolean(),
      no_access: z.boolean().describe('subscribed, but without access to its products'),
      lacks_custom_feed: z.boolean().describe('it requires a custom feed, and the vendor has none'),
    })
    .nullable()
    .describe('the chosen supplier'),
  store: z
    .object({
      vendor_store_id: z.number(),
      vendor_store_name: z.string(),
      market_id: z.number(),
      market_name: z.string(),
      connected: z.boolean(),
      grant_until: moment.nullable().describe('until when its keys may arrive by the link given out'),
    })
    .nullable()
    .describe('the chosen store'),
  integration: z
    .object({
      vendor_market_map_id: z.number(),
      status: z.enum(integrationStatuses),
      open_fields: z.number().describe('empty required fields of its configuration'),
    })
    .nullable()
    .describe('of the chosen supplier in the store’s market'),
  rules: z.object({
    all: z.number(),
    covering: z.number().describe('rules for all or some of the supplier’s products in that market'),
  }),
})
export type LivePath = z.output<typeof livePath>

/** The edges between bands of prices; the first band is below the first, the last from the last on. */
export const priceEdges = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000] as const
/** The same of margins, in percent of the price; the first band is below cost. */
export const marginEdges = [0, 10, 20, 30, 40, 50, 60] as const

const example = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  quantity: z.number(),
  cost: decimal.nullable(),
  price: decimal.nullable(),
})
export type LiveExample = z.output<typeof example>
export const mostExamples = 5

const priceFigures = {
  priced: z.number().describe('products with a price'),
  below_cost: z.number().describe('products with a price below cost'),
  lowest: decimal.nullable(),
  highest: decimal.nullable(),
  margin: z.number().nullable().describe('of all products with cost and price, in percent of the prices'),
  prices: z.array(z.number()).describe('products by price, see `priceEdges`'),
  margins: z.array(z.number()).describe('products by margin, see `marginEdges`'),
}
const integrationMargins = z.object({
  complete: z.boolean().describe('false: too many products to count in time'),
  currency_id: z.number(),
  products: z.number().describe('active products that the vendor is sold'),
  ...priceFigures,
})
export type IntegrationMargins = z.output<typeof integrationMargins>

const livePreview = z.object({
  complete: z.boolean().describe('false: too many products to count in time'),
  currency_id: z.number(),
  products: z.number().describe('active products that the vendor is sold'),
  added: z.number().describe('new products that the first update adds'),
  in_store: z.number().describe('products that the store has already'),
  left_out: z.partialRecord(z.enum(Object.keys(notSent) as [NotSent, ...NotSent[]]), z.number()),
  restricted: z.number().describe('products that a restricted supplier or custom feed keeps from the vendor'),
  ...priceFigures,
  examples: z.array(example).describe('some of the added products'),
  below_cost_examples: z.array(example).describe('added products furthest below cost'),
  other_stores: z.array(z.string()).describe('connected stores of the market that go live with it'),
  stops: z.string().nullable().describe('why nothing would be sent: the market uses another currency'),
})
export type LivePreview = z.output<typeof livePreview>

const path = '/api/vendor/{vid}/integration/{vmmid}'
export const liveOperations = {
  getLivePath: get(
    '/api/vendor/{vid}/live-path',
    'How far a vendor is with selling a supplier’s products in a store',
    {
      query: z.object({
        dropshipper_id: fromText.id.optional(),
        vendor_store_id: fromText.id.optional(),
      }),
      answer: livePath,
      refuses: ['not_found'],
    },
  ),
  previewLive: get(`${path}/live-preview`, 'Preview what a store’s first update with an integration adds', {
    query: z.object({ vendor_store_id: fromText.id }),
    answer: livePreview,
    refuses: ['not_found'],
  }),
  getIntegrationMargins: get(`${path}/margins`, 'Count an integration’s products by price and margin', {
    answer: integrationMargins,
    refuses: ['not_found'],
  }),
  goLive: post(`${path}/live`, 'Activate an integration and start the first update of its store', {
    body: z.object({ vendor_store_id: id }),
    answer: z.object({ job_id: z.number().nullable().describe('null: an update was queued already') }),
    refuses: ['not_found', 'conflict'],
  }),
}
