import { expect, test } from 'vitest'
import type { PricingEffects, RuleEffect, StoreEffect } from '#contract/pricing/price-rules.ts'
import {
  askSentences,
  bandNames,
  effectSentence,
  idleReason,
  isGrave,
  savedSentence,
  standingSentence,
  storelessSentence,
  stopSentences,
  storeSentence,
  unpricedReasons,
} from './effect-words.ts'

const none = { rule: 0, cost: 0, msrp: 0, rate: 0, zero: 0, large: 0 }
const standing = { priced: 1200, below_cost: 0, without: none }
const effects = (of: Partial<PricingEffects>): PricingEffects => ({
  products: 1200,
  prices: 1200,
  before: standing,
  after: standing,
  rates_missing: [],
  same: 1200,
  neither: 0,
  up: 0,
  down: 0,
  gained: 0,
  lost: 0,
  bands: [],
  examples: { up: [], down: [], below_cost: [], lost: [] },
  rules: [],
  stores: [],
  storeless: [],
  counts_storeless: false,
  ...of,
})

test('a change’s effect is one sentence', () => {
  expect(effectSentence(effects({ prices: 0 }))).toBe('No active integrations, so no products are sold yet.')
  expect(effectSentence(effects({}))).toBe('No changes to 1,200 prices.')
  expect(effectSentence(effects({ same: 0, up: 1000, down: 100, gained: 60, lost: 40 }))).toBe(
    '1,200 prices: 1,000 up, 100 down, 60 new, 40 lost.',
  )
  expect(effectSentence(effects({ same: 1199, down: 1 }))).toBe('1,200 prices: 1 down.')
})

test('prices in a new currency aren’t said to up or down', () => {
  const into = effects({ same: 0, up: 1000, down: 140, gained: 60 })
  expect(effectSentence(into, 'GBP')).toBe('1,200 prices: 1,140 converted to GBP, 60 new.')
  expect(effectSentence(effects({}), 'GBP')).toBe('1,200 prices: 1,200 converted to GBP.')
  expect(effectSentence(effects({ same: 0, lost: 1200 }), 'GBP')).toBe('1,200 prices: 1,200 lost.')
  expect(effectSentence(effects({ neither: 1200 }), 'GBP')).toBe('No changes to 1,200 prices.')
  const has = store({ products: 20, up: 3, down: 9, gained: 0, zeroed: 8, untold: null })
  expect(storeSentence(has, 'GBP')).toBe('20 products: 12 converted to GBP, 8 sell out')
})

test('the current prices are described in one sentence, with why products have none', () => {
  expect(standingSentence(standing, 0)).toBe('')
  expect(standingSentence(standing, 1200)).toBe('Every product has a price.')
  expect(standingSentence({ ...standing, priced: 0 }, 1200)).toBe('None of 1,200 products has a price.')
  expect(standingSentence({ ...standing, below_cost: 3 }, 1210)).toBe(
    '1,200 of 1,210 products have a price, 3 below cost.',
  )
  expect(unpricedReasons({ ...standing, without: { ...none, cost: 2, rate: 8 } })).toEqual([
    '8 without a price: No exchange rate for the supplier’s currency',
    '2 without a price: No wholesale price in the feed',
  ])
})

test('warns if a price is lost or falls below its cost', () => {
  const loss = (n: number) => ({ ...standing, below_cost: n })
  expect(isGrave(effects({}))).toBe(false)
  expect(isGrave(effects({ lost: 1 }))).toBe(true)
  expect(isGrave(effects({ after: loss(1) }))).toBe(true)
  expect(isGrave(effects({ before: loss(2), after: loss(2) }))).toBe(false)
})

test('each band is labeled with how far its prices move', () => {
  expect(bandNames).toEqual([
    'more than 50% down',
    '20 to 50% down',
    '10 to 20% down',
    '5 to 10% down',
    '1 to 5% down',
    '0 to 1% down',
    '0 to 1% up',
    '1 to 5% up',
    '5 to 10% up',
    '10 to 20% up',
    '20 to 50% up',
    'more than 50% up',
  ])
})

const store = (of: Partial<StoreEffect> = {}): StoreEffect => ({
  vendor_store_id: 1,
  vendor_store_name: 'Shop',
  products: 1200,
  up: 0,
  down: 0,
  gained: 0,
  zeroed: 0,
  untold: null,
  asks: [],
  stops: null,
  ...of,
})

test('a store’s price changes are one sentence', () => {
  expect(storeSentence(store())).toBe('no changes to 1,200 products')
  expect(storeSentence(store({ up: 1000, down: 1, gained: 2, zeroed: 3 }))).toBe(
    '1,200 products: 1,000 up, 1 down, 2 new, 3 sell out',
  )
  expect(storeSentence(store({ products: 0 }))).toBe('no products yet')
  expect(storeSentence(store({ up: 1, untold: 'stopped' }))).toMatch(/\(when its updates resume\)$/)
  expect(storeSentence(store({ untold: 'no_way' }))).toBe('nothing is sent')
})

test('a store whose update would need approval is named with the reason, and the toast doesn’t promise its prices', () => {
  const asks = ['900 of 1,200 prices would change by more than 30% (limit 20%)']
  const asking = effects({ stores: [store(), store({ vendor_store_name: 'Other', asks })] })
  expect(askSentences(asking)).toEqual([`The update for Other will need approval: ${asks[0]}.`])
  expect(savedSentence(asking)).toBe('Price rules saved. The update for Other will need approval')
  expect(savedSentence(effects({ stores: [store()] }))).toMatch(
    /Stores get the new prices with their next update$/,
  )
  // what was not weighed, and what has nowhere to go, promises nothing either
  for (const of of [undefined, effects({}), effects({ stores: [store({ untold: 'stopped' })] })])
    expect(savedSentence(of)).not.toContain('is sent with')
})

test('a store in another currency is reported as stopping', () => {
  const stops = 'Feedstock prices in USD, but this Shopify store uses EUR: use a file connection.'
  const stopped = effects({ stores: [store({ vendor_store_name: 'Other', stops })] })
  expect(stopSentences(stopped)).toEqual([`Updates for Other will stop. ${stops}`])
  expect(savedSentence(stopped)).toBe('Price rules saved. Updates for Other will stop')
  expect(stopSentences(effects({ stores: [store()] }))).toEqual([])
})

test('markets without a store are listed separately', () => {
  const name = (id: number) => `Market ${id}`
  const storeless = [{ market_id: 7, prices: 2704 }]
  expect(storelessSentence(effects({}), name)).toBeUndefined()
  expect(storelessSentence(effects({ storeless }), name)).toBe(
    'Not counted (no store connected): Market 7 (2,704 prices).',
  )
  expect(storelessSentence(effects({ storeless, counts_storeless: true }), name)).toMatch(/^No stores yet/)
})

test('a rule that prices nothing says why', () => {
  const rule = (of: Partial<RuleEffect>): RuleEffect => ({
    priced: 0,
    own: 0,
    covers: 0,
    why: null,
    first: [],
    storeless: 0,
    ...of,
  })
  expect(idleReason(rule({ storeless: 1 }))).toBe('no store sells its 1 product')
  expect(idleReason(rule({ storeless: 2704 }))).toBe('no store sells its 2,704 products')
  expect(idleReason(rule({ storeless: 9, covers: 5, first: [1] }))).toBe('rule 2 overrides it')
  expect(idleReason(rule({ priced: 1, own: 1, covers: 1 }))).toBeUndefined()
  expect(idleReason(rule({}))).toBe('no products match')
  expect(idleReason(rule({ covers: 5, first: [1] }))).toBe('rule 2 overrides it')
  expect(idleReason(rule({ covers: 5, first: [0, 2] }))).toBe('rules 1 and 3 override it')
  expect(idleReason(rule({ covers: 9, first: [4, 3, 2, 1] }))).toBe('rules 5, 4, and others override it')
  expect(idleReason(rule({ covers: 5, own: 5, why: 'cost' }))).toBe(
    '5 products without a price: No wholesale price in the feed',
  )
})
