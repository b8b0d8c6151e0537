import { expect, test } from 'vitest'
import type { StoreEffects } from '#contract/integrations/effects.ts'
import { effectsInWords } from './effect-words.ts'

const none: StoreEffects = {
  vendor_store_id: 1,
  vendor_store_name: 'Shop',
  products: 1000,
  selling: 973,
  zeroed: 0,
  hidden: 0,
  deleted: 0,
  restocked: 0,
  created: 0,
  dropped: 0,
  price_changed: 0,
  price_beyond: 0,
  list_price_changed: 0,
  quantity_changed: 0,
  content_changed: 0,
  silenced: 0,
  prices_left: 0,
  quantities_left: 0,
  contents_left: 0,
  price_bound_percent: 30,
  asks: [],
  stops: null,
}
const said = (...stores: Partial<StoreEffects>[]) =>
  effectsInWords({ complete: true, stores: stores.map((of) => ({ ...none, ...of })) })

test.each<[Partial<StoreEffects>, string, boolean]>([
  [{ products: 0 }, 'Nothing is sent, so nothing changes.', false],
  [{}, 'No changes to 1,000 products.', false],
  [
    { zeroed: 973, asks: ['973 of 973'] },
    '973 of 973 products would be set to 0. The update would be held for approval.',
    true,
  ],
  [
    {
      price_changed: 5,
      stops: 'Feedstock prices in USD, but this Shopify store uses EUR: use a file connection.',
    },
    'Updates would stop. Feedstock prices in USD, but this Shopify store uses EUR: use a file connection.',
    true,
  ],
  [
    { zeroed: 12, quantity_changed: 1372 },
    '12 of 973 products would be set to 0; 1,372 other quantities would change.',
    true,
  ],
  [
    { hidden: 1, quantity_changed: 1 },
    '1 of 973 products would be made inactive; 1 other quantity would change.',
    true,
  ],
  [
    { restocked: 2, quantity_changed: 3 },
    '2 products would be back in stock; 3 other quantities would change.',
    false,
  ],
  [{ quantity_changed: 1372 }, '1,372 quantities would change.', false],
  [{ quantities_left: 2 }, '2 quantities would no longer be updated, even if sold out.', true],
  [
    { contents_left: 1 },
    '1 product would no longer get content updates (text, images, category and attributes).',
    true,
  ],
  [
    { dropped: 2, price_changed: 4, list_price_changed: 1 },
    '2 new products would no longer be added; 4 prices would change; 1 list price would change.',
    false,
  ],
  [{ content_changed: 3 }, '3 products would get new content (text, images, category or attributes).', false],
  [
    { price_changed: 9, price_beyond: 9, asks: ['9 of 9'] },
    '9 prices would change, 9 by more than 30%. The update would be held for approval.',
    true,
  ],
  [{ products: 0, stops: 'In EUR.' }, 'Nothing is sent, so nothing changes.', false],
  [{ deleted: 12 }, '12 products would be deleted from the store.', true],
  [{ silenced: 1 }, '1 product would no longer be updated, even if sold out.', true],
  [{ prices_left: 20 }, '20 prices would no longer follow the price rules.', true],
  [
    { price_changed: 5, price_beyond: 2, created: 1 },
    '1 new product would be added; 5 prices would change, 2 by more than 30%.',
    false,
  ],
])('settings that change %o say so', (of, text, grave) => {
  expect(said(of)).toEqual([{ text, grave }])
})

test('settings that send every product again on each update say so beside the changes', () => {
  const told = (resends: boolean) =>
    effectsInWords({ complete: true, stores: [none] }, resends).map(({ text }) => text)
  expect(told(false)).toEqual(['No changes to 1,000 products.'])
  expect(told(true)).toEqual([
    'No changes to 1,000 products.',
    'Every update will send all products, changed or not.',
  ])
})

test('several stores are named, and a missing store or an incomplete count is reported', () => {
  expect(said({}, { vendor_store_name: 'Second', hidden: 2 }).map(({ text }) => text)).toEqual([
    'Shop: No changes to 1,000 products.',
    'Second: 2 of 973 products would be made inactive.',
  ])
  expect(said()[0]!.text).toMatch(/^No store is connected yet/)
  expect(effectsInWords({ complete: false, stores: [none] })[1]!.text).toMatch(/Too many products to count/)
})
