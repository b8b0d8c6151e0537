import { z } from 'zod'
import { fromText, id, line, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { noPrice, type NoPrice } from './price.ts'
import { currencyCode, mostRules, priceRule, scopeKey, sellingCurrencies, type CurrencyId } from './rules.ts'
import { whysShown } from './shown-price.ts'

const currencyId = id.refine((value) => value in sellingCurrencies, 'Choose a currency')
const sameScope = 'Another rule has the same scope'
const noOwnRate = 'This is the selling currency and needs no rate'
const rateShape = /^\d{1,6}(\.\d{1,6})?$/
const rate = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{3}$|^[$£€]$/, 'Enter a currency code such as EUR')
    .transform(currencyCode),
  rate: z
    .string()
    .regex(rateShape, 'Enter a rate such as 1.25')
    .refine((value) => !rateShape.test(value) || Number(value) > 0, 'Enter a rate above 0'),
})

/** A vendor's rules, saved as a set. */
export const pricingSet = z
  .object({
    currency_id: currencyId,
    rules: z
      .array(priceRule)
      .max(mostRules, `At most ${mostRules} rules`)
      .superRefine((rules, ctx) => {
        const scopes = new Set<string>()
        for (const [i, rule] of rules.entries()) {
          const key = scopeKey(rule)
          if (scopes.has(key)) ctx.addIssue({ code: 'custom', path: [i, 'scope'], message: sameScope })
          scopes.add(key)
        }
      }),
    rates: z
      .array(rate)
      .max(50)
      .superRefine((rates, ctx) => {
        for (const [i, { code }] of rates.entries())
          if (rates.findIndex((earlier) => earlier.code === code) < i)
            ctx.addIssue({ code: 'custom', path: [i, 'code'], message: 'This currency is listed twice' })
      }),
  })
  .superRefine(({ currency_id, rates }, ctx) => {
    const ownRate = rates.findIndex(({ code }) => code === sellingCurrencies[currency_id as CurrencyId])
    if (ownRate >= 0) ctx.addIssue({ code: 'custom', path: ['rates', ownRate, 'code'], message: noOwnRate })
  })
export type PricingSet = z.output<typeof pricingSet>

const pricingView = z.object({
  version: z.number(),
  currency_id: z.number(),
  rules: z.array(priceRule),
  rates: z.array(rate),
  suppliers: z.array(
    z.object({
      dropshipper_id: z.number(),
      dropshipper_name: z.string(),
      currency: z.string().nullable().describe('currency of its products; null: several'),
      products: z.number().describe('active'),
    }),
  ),
  markets: z.array(
    z.object({
      market_id: z.number(),
      market_name: z.string(),
      integrations: z.number().describe('active'),
    }),
  ),
})
export type PricingView = z.output<typeof pricingView>

const reasons = Object.keys(noPrice) as [NoPrice, ...NoPrice[]]
const standing = z.object({
  priced: z.number().describe('products priced in every counted market'),
  below_cost: z.number().describe('products with a price below cost'),
  without: z.record(z.enum(reasons), z.number()).describe('products without a price, by reason'),
})
/** The edges between bands of change, in percent; the last band is above the last. */
export const changeEdges = [-50, -20, -10, -5, -1, 0, 1, 5, 10, 20, 50] as const
const movedPrice = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  dropshipper_id: z.number(),
  market_ids: z.array(z.number()).describe('markets with this change'),
  before: decimal.nullable(),
  after: decimal.nullable(),
  cost: decimal.nullable(),
})
export type MovedPrice = z.output<typeof movedPrice>
const ruleEffect = z.object({
  priced: z.number().describe('counted products that this rule prices'),
  own: z.number().describe('products whose narrowest rule this is'),
  covers: z.number().describe('products in its scope, including those with narrower rules'),
  why: z.enum(reasons).nullable().describe('the main reason its products have no price'),
  first: z.array(z.number()).describe('positions of the rules that override it, most frequent first'),
  storeless: z.number().describe('products it covers only in markets that aren’t counted'),
})
export type RuleEffect = z.output<typeof ruleEffect>
const storeEffect = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  products: z.number().describe('products in the store'),
  up: z.number().describe('prices that would rise'),
  down: z.number(),
  gained: z.number().describe('new prices'),
  zeroed: z.number().describe('products that would sell out'),
  untold: z.enum(['no_way', 'stopped']).nullable().describe('why it gets no updates'),
  asks: z.array(z.string()).describe('why its update would need approval; empty: it would not'),
  stops: z.string().nullable().describe('why its updates would stop: its market needs another currency'),
})
export type StoreEffect = z.output<typeof storeEffect>
const effects = z.object({
  products: z
    .number()
    .describe('active products sold in a market with a store; if no market has a store, in any market'),
  prices: z.number().describe('prices of the counted products, one for each market'),
  before: standing,
  after: standing,
  rates_missing: z.array(z.string()).describe('product currencies without a rate'),
  same: z.number(),
  neither: z.number().describe('unchanged and without a price'),
  up: z.number(),
  down: z.number(),
  gained: z.number().describe('new prices'),
  lost: z.number().describe('lost prices'),
  bands: z.array(z.number()).describe('changed prices by size of change, see `changeEdges`'),
  examples: z.object({
    up: z.array(movedPrice),
    down: z.array(movedPrice),
    below_cost: z.array(movedPrice),
    lost: z.array(movedPrice),
  }),
  rules: z.array(ruleEffect).describe('by position'),
  stores: z.array(storeEffect).describe('changes to each store compared with its current prices'),
  storeless: z
    .array(z.object({ market_id: z.number(), prices: z.number() }))
    .describe('markets with active integrations but no store'),
  counts_storeless: z.boolean().describe('no market has a store, so all are counted'),
})
export type PricingEffects = z.output<typeof effects>

const whyShown = z.object({
  why: z.enum(whysShown),
  text: z.string().nullable().describe('details'),
  store_update_id: z.number().nullable(),
  until: moment.nullable(),
})
const explanation = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  dropshipper_name: z.string(),
  feed: z
    .object({
      column: z.string().nullable().describe('the wholesale price column in the file'),
      transforms: z.array(z.string()),
      run_id: z.number().describe('the last run that changed the product'),
      feed_id: z.number(),
      product_id: z.number().describe('its id in that feed, for `getCostCell`'),
    })
    .describe('the source of its cost'),
  product: z
    .object({
      dropshipper_id: z.number(),
      manufacturer: z.string().nullable(),
      categories: z.string().nullable(),
      wholesale_price: decimal.nullable(),
      msrp: decimal.nullable(),
      map_price: decimal.nullable(),
      dropship_fee: decimal.nullable(),
      shipping_cost: decimal.nullable(),
      currency: z.string().nullable(),
    })
    .describe('inputs for `pricing` in contract/pricing/price.ts'),
  markets: z.array(
    z.object({
      vendor_market_map_id: z.number(),
      market_id: z.number(),
      market_name: z.string(),
      sell_below_map: z.boolean(),
      allow_ignore_brand_map: z.boolean(),
      allow_price_override_below_map: z.boolean(),
      standing: z.string().nullable().describe('why its stores get no updates; null: they do'),
      stores: z.number().describe('the vendor’s stores in this market'),
      price: decimal.nullable(),
      steps: z.array(z.object({ step: z.string(), text: z.string(), amount: decimal.nullable() })),
      shown: z
        .array(
          z.object({
            vendor_store_id: z.number(),
            vendor_store_name: z.string(),
            price: decimal.nullable(),
            quantity: z.number().nullable(),
            in_store: z.boolean(),
            told_tm: moment.nullable().describe('when it was sent'),
            why: z.array(whyShown).describe('why its price differs from the current price'),
          }),
        )
        .describe('the values last sent to the vendor’s stores in this market'),
    }),
  ),
})
export type ExplainedPrices = z.output<typeof explanation>

export const pricingOperations = {
  listPriceRules: get(
    '/api/vendor/{vendor_id}/price-rules',
    'List a vendor’s price rules, with its suppliers and markets',
    { answer: pricingView, refuses: ['not_found'] },
  ),
  listRuleNames: get(
    '/api/vendor/{vendor_id}/price-rules/names',
    'Suggest up to 20 brands or categories for a price rule',
    {
      query: z.object({
        of: z.enum(['brand', 'category']),
        q: line(1000).default('').describe('part of the name'),
        dropshipper_id: fromText.id.optional().describe('only this supplier'),
      }),
      answer: z.object({
        names: z.array(z.object({ name: z.string(), products: z.number().describe('active') })),
      }),
      refuses: ['not_found'],
    },
  ),
  savePriceRules: post('/api/vendor/{vendor_id}/price-rules', 'Replace a vendor’s price rules', {
    record: [{ read: 'listPriceRules' }],
    body: pricingSet.safeExtend({ version }),
    answer: pricingView,
    refuses: ['not_found', 'conflict'],
  }),
  weighPriceRules: post('/api/vendor/{vendor_id}/price-rules/effects', 'Preview the effect of price rules', {
    reads: true,
    body: pricingSet.safeExtend({
      integration: id.optional().describe('an integration that is counted although it isn’t active yet'),
    }),
    answer: effects,
    refuses: ['not_found'],
  }),
  getPriceChain: get('/api/vendor/{vendor_id}/prices', 'Explain a product’s prices by market', {
    query: z.object({ product_id: fromText.bigId }),
    answer: explanation,
    refuses: ['not_found'],
  }),
}
