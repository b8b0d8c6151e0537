import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { harness } from '#server/test/harness.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'

const h = harness({ worker: true })
const token = 'secret'
const ofBigCommerce = { market_id: 202, market_name: 'BigCommerce', subpath: '/v3/', token }
const inBigCommerce = marketTests(h, ofBigCommerce, () => bigCommerce({ token }))
const ofShopify = { market_id: 39, market_name: 'Shopify', subpath: '/admin', token }
const inShopify = marketTests(h, ofShopify, () => shopify({ token }))

const texts = ['Too many of the first', 'Too many of the next']
const field = ['input', 'quantities', '0', 'quantity']

test.each([
  {
    name: 'BigCommerce',
    t: inBigCommerce,
    answers: texts.map((text) => ({
      pattern: /adjustments/,
      answer: { status: 422, body: { title: 'Wrong', errors: { 'items[0].quantity': text } } },
    })),
  },
  {
    name: 'Shopify',
    t: inShopify,
    answers: texts.map((message) => ({
      pattern: /inventorySetQuantities/,
      answer: { body: { data: { inventorySetQuantities: { userErrors: [{ field, message }] } } } },
    })),
  },
])(
  '$name sets the other quantities when some are refused, and each refusal is kept with its own product',
  async ({ t, answers }) => {
    const s = await t.store(4)
    await s.update()
    await s.change(sql`quantity = 7`, ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4'])
    t.market.mischief.push(...answers)
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 2 })
    expect(
      [...(await s.shown())].map(([sku, one]) => [sku, one.quantity, one.refused_text?.split('; ').at(-1)]),
    ).toEqual([
      ['SKU-1', 5, texts[0]],
      ['SKU-2', 5, texts[1]],
      ['SKU-3', 7, undefined],
      ['SKU-4', 7, undefined],
    ])
  },
)
