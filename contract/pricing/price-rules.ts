import { z } from 'zod'
import { fromText, id, line, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { noPrice, type NoPrice } from './price.ts'
import { currencyCode, mostRules, priceRule, scopeKey, sellingCurrencies, type CurrencyId } from './rules.ts'
import { whysShown } from './shown-price.ts'

const currencyId = id.refine((value) => value in sellingCurrencies, 'Choose a currency')
const sameScope = 'Another rule is for the same'
const noOwnRate = 'This is what is sold in: it needs no rate'
const rateShape = /^\d{1,6}(\.\d{1,6})?$/
const rate = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{3}$|^[$£€]$/, 'Give a currency’s three letters, such as EUR')
    .transform(currencyCode),
  rate: z
    .string()
    .regex(rateShape, 'Give a rate such as 1.25')
    .refine((value) => !rateShape.test(value) || Number(value) > 0, 'Give a rate above 0'),
})

/** A vendor's rules, saved as a set. */
export const pricingSet = z
  .object({
    currency_id: currencyId,
    rules: z
      .array(priceRule)
      .max(mostRules, `${mostRules} rules are the most`)
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
            ctx.addIssue({ code: 'custom', path: [i, 'code'], message: 'This currency is there twice' })
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
      currency: z.string().nullable().describe('of its products; null: they say several'),
      products: z.number().describe('that are active'),
    }),
  ),
  markets: z.array(
    z.object({
      market_id: z.number(),
      market_name: z.string(),
      integrations: z.number().describe('that are active'),
    }),
  ),
})
export type PricingView = z.output<typeof pricingView>

const reasons = Object.keys(noPrice) as [NoPrice, ...NoPrice[]]
const standing = z.object({
  priced: z.number().describe('products that have a price in each market that is counted'),
  below_cost: z.number().describe('products with one below their cost'),
  without: z.record(z.enum(reasons), z.number()).describe('products that lack one, by why'),
})
/** The edges between bands of change, in percent; the last band is above the last. */
export const changeEdges = [-50, -20, -10, -5, -1, 0, 1, 5, 10, 20, 50] as const
const movedPrice = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  dropshipper_id: z.number(),
  market_ids: z.array(z.number()).describe('where it moves so'),
  before: decimal.nullable(),
  after: decimal.nullable(),
  cost: decimal.nullable(),
})
export type MovedPrice = z.output<typeof movedPrice>
const ruleEffect = z.object({
  priced: z.number().describe('products that have a price by it, of those that are counted'),
  own: z.number().describe('products that it is the narrowest rule of'),
  covers: z.number().describe('products that it would be of without narrower rules'),
  why: z.enum(reasons).nullable().describe('why most of its own have no price'),
  first: z.array(z.number()).describe('places of the rules that come before it there, the most often first'),
  storeless: z.number().describe('products that are under it in markets alone that aren’t counted'),
})
export type RuleEffect = z.output<typeof ruleEffect>
const storeEffect = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  products: z.number().describe('that it has'),
  up: z.number().describe('prices that it would show higher than it does'),
  down: z.number(),
  gained: z.number().describe('prices that it would show where it shows none'),
  zeroed: z.number().describe('products that would be sold out'),
  untold: z.enum(['no_way', 'stopped']).nullable().describe('why it gets no update at all'),
  asks: z.array(z.string()).describe('why its update would ask a person first; none: it would not'),
  stops: z.string().nullable().describe('why its updates would stop: its market takes another currency'),
})
export type StoreEffect = z.output<typeof storeEffect>
const effects = z.object({
  products: z
    .number()
    .describe(
      'active ones that are counted: sold in a market that has a store, or in any where none has one',
    ),
  prices: z.number().describe('a product in a market each, of the same'),
  before: standing,
  after: standing,
  rates_missing: z.array(z.string()).describe('currencies of products that no rate is given for'),
  same: z.number(),
  neither: z.number().describe('of the same: those that were none and are none'),
  up: z.number(),
  down: z.number(),
  gained: z.number().describe('have a price that had none'),
  lost: z.number().describe('have none that had one'),
  bands: z.array(z.number()).describe('changed prices by how much, by `changeEdges`'),
  examples: z.object({
    up: z.array(movedPrice),
    down: z.array(movedPrice),
    below_cost: z.array(movedPrice),
    lost: z.array(movedPrice),
  }),
  rules: z.array(ruleEffect).describe('by their places'),
  stores: z.array(storeEffect).describe('what each would be told next, beside what it shows'),
  storeless: z
    .array(z.object({ market_id: z.number(), prices: z.number() }))
    .describe('markets with an active integration, and no store that shows its prices'),
  counts_storeless: z.boolean().describe('no market has a store: all are counted'),
})
export type PricingEffects = z.output<typeof effects>

const whyShown = z.object({
  why: z.enum(whysShown),
  text: z.string().nullable().describe('what was said of it'),
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
      column: z.string().nullable().describe('the file’s column of the wholesale price'),
      transforms: z.array(z.string()),
      run_id: z.number().describe('the run that changed the product last'),
      feed_id: z.number(),
      product_id: z.number().describe('as that feed has it, for `getCostCell`'),
    })
    .describe('where its cost is read from'),
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
    .describe('what its price is made of, for `pricing` in contract/pricing/price.ts'),
  markets: z.array(
    z.object({
      vendor_market_map_id: z.number(),
      market_id: z.number(),
      market_name: z.string(),
      sell_below_map: z.boolean(),
      allow_ignore_brand_map: z.boolean(),
      allow_price_override_below_map: z.boolean(),
      standing: z.string().nullable().describe('why its stores aren’t told; null: they are'),
      stores: z.number().describe('of the vendor in this market'),
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
            told_tm: moment.nullable().describe('when it was delivered'),
            why: z.array(whyShown).describe('why what it shows isn’t the price now'),
          }),
        )
        .describe('what the vendor’s stores in this market were told of it last'),
    }),
  ),
})
export type ExplainedPrices = z.output<typeof explanation>

export const pricingOperations = {
  listPriceRules: get(
    '/api/vendor/{vendor_id}/price-rules',
    'A vendor’s price rules, with the suppliers and markets that they may be of',
    { answer: pricingView, refuses: ['not_found'] },
  ),
  listRuleNames: get(
    '/api/vendor/{vendor_id}/price-rules/names',
    'Brands or categories that a price rule may be of, as the vendor’s suppliers call them; the likest 20',
    {
      query: z.object({
        of: z.enum(['brand', 'category']),
        q: line(1000).default('').describe('what they contain'),
        dropshipper_id: fromText.id.optional().describe('of this supplier alone'),
      }),
      answer: z.object({
        names: z.array(z.object({ name: z.string(), products: z.number().describe('that are active') })),
      }),
      refuses: ['not_found'],
    },
  ),
  savePriceRules: post('/api/vendor/{vendor_id}/price-rules', 'Save a vendor’s price rules as a set', {
    record: [{ read: 'listPriceRules' }],
    body: pricingSet.safeExtend({ version }),
    answer: pricingView,
    refuses: ['not_found', 'conflict'],
  }),
  weighPriceRules: post(
    '/api/vendor/{vendor_id}/price-rules/effects',
    'What these rules would do to the prices of all products that the vendor sells',
    { reads: true, body: pricingSet, answer: effects, refuses: ['not_found'] },
  ),
  getPriceChain: get(
    '/api/vendor/{vendor_id}/prices',
    'How a product’s prices came about, market by market',
    { query: z.object({ product_id: fromText.bigId }), answer: explanation, refuses: ['not_found'] },
  ),
}
