import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import type { StandIn } from '#server/stand-ins/stand-in.ts'
import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 39, market_name: 'Shopify' },
      { market_id: 201, market_name: 'WooCommerce' },
      { market_id: 202, market_name: 'BigCommerce' },
    ])
    .execute()
})
let close = () => Promise.resolve()
afterEach(() => close())

const token = 'a-token-of-the-shop'
type Shown = { sku: string; price: string; list: string | null }
interface Of {
  market_id: number
  /** The write that tells prices. */
  writes: RegExp
  open: () => { shop: StandIn; shown: () => Shown[] }
}
const cents = (of: number | string) => Number(of).toFixed(2)
const kinds: Record<string, Of> = {
  WooCommerce: {
    market_id: 201,
    writes: /^POST .*regular_price/,
    open: () => {
      const shop = wooCommerce({ token })
      const shown = () =>
        [...shop.products.values()].map(({ sku, regular_price, sale_price }) =>
          sale_price
            ? { sku, price: sale_price, list: regular_price }
            : { sku, price: regular_price, list: null },
        )
      return { shop, shown }
    },
  },
  Shopify: {
    market_id: 39,
    writes: /productVariantsBulkUpdate/,
    open: () => {
      const shop = shopify({ token })
      const shown = () =>
        [...shop.products.values()].flatMap(({ variants }) =>
          variants.map(({ sku, price, compareAtPrice: list }) => ({ sku, price, list })),
        )
      return { shop, shown }
    },
  },
  BigCommerce: {
    market_id: 202,
    writes: /^PUT .*variants/,
    open: () => {
      const shop = bigCommerce({ token })
      const shown = () =>
        [...shop.products.values()].flatMap((product) =>
          product.variants.map(({ sku, price, retail_price }) => {
            const list = retail_price ?? product.retail_price
            return { sku, price: cents(price ?? product.price), list: list > 0 ? cents(list) : null }
          }),
        )
      return { shop, shown }
    },
  },
}

async function told(name: string, products = 2) {
  const { market_id, writes, open } = kinds[name]!
  const { shop, shown } = open()
  const market = await startMarket(shop)
  close = market.close
  const settings = { include_msrp: true }
  const s = await makeApiStore(h, c, {
    market_id,
    address: market.address,
    login: 'ck',
    token,
    products,
    settings,
  })
  await s.update()
  const lists = () => shown().map(({ list }) => list)
  const asked = () =>
    market.asked.filter((one) => writes.test(`${one.method} ${one.path} ${one.body}`)).length
  const books = async () => {
    const { rows } = await sql<{ list_price: string | null }>`
      select list_price::text
      from store_product
      where vendor_store_id = ${s.vendor_store_id}
      order by product_id`.execute(h.services.db)
    return rows.map((row) => row.list_price)
  }
  const msrp = (amount: number | null) =>
    s.change(sql`msrp = ${amount}, content_hash = content_hash + 100`, ['SKU-1', 'SKU-2'])
  return { ...s, market, writes, shown, lists, asked, books, msrp }
}

test.each(Object.keys(kinds))('a list price that %s didn’t take is sent again', async (name) => {
  const s = await told(name)
  expect(s.lists()).toEqual(['30.00', '30.00'])
  await s.msrp(40)
  s.market.mischief.push({ pattern: s.writes, answer: { status: 502, body: {} } })
  await s.update()
  expect(s.lists().map((list) => cents(list!))).toEqual(['40.00', '40.00'])
  expect(await s.books()).toEqual(['40.00', '40.00'])
  // it was done, and only the answer was lost: it isn't told twice
  await s.msrp(50)
  s.market.mischief.push({ pattern: s.writes, losesAnswer: true })
  s.market.asked.length = 0
  expect((await s.update()).result).toMatchObject({ sent: 2 })
  expect(s.asked()).toBe(1)
  expect(s.lists().map((list) => cents(list!))).toEqual(['50.00', '50.00'])
})

test.each(Object.keys(kinds))('%s is sent an MSRP that is removed, and one that returns', async (name) => {
  const s = await told(name, 1)
  await s.msrp(null)
  expect((await s.update()).result).toMatchObject({ sent: 1 })
  expect(s.shown()).toEqual([{ sku: 'SKU-1', price: '12.50', list: null }])
  expect(await s.books()).toEqual([null])
  await s.change(sql`quantity = 4`, ['SKU-1'])
  s.market.asked.length = 0
  expect((await s.update()).result).toMatchObject({ sent: 1 })
  expect(s.asked()).toBe(0)
  await s.msrp(30)
  expect((await s.update()).result).toMatchObject({ sent: 1 })
  expect(s.lists()).toEqual(['30.00'])
  expect(await s.books()).toEqual(['30.00'])
})

test('a price sent without a list price removes the list price, in our records too', async () => {
  const s = await told('WooCommerce', 1)
  await s.change(sql`msrp = null, wholesale_price = 11, content_hash = content_hash + 100`, ['SKU-1'])
  await s.update()
  expect(s.shown()).toEqual([{ sku: 'SKU-1', price: '13.50', list: null }])
  expect(await s.books()).toEqual([null])
  await s.change(sql`quantity = 3`, ['SKU-1'])
  await s.update()
  expect(await s.books()).toEqual([null])
})

test('a list price is in its store’s currency', async () => {
  const s = await told('WooCommerce', 1)
  await s.change(sql`currency = 'ZAR', wholesale_price = 185, msrp = 370, content_hash = 99`, ['SKU-1'])
  await c.post(`/api/vendor/${s.vendor_id}/price-rules`, {
    version: (await c.get(`/api/vendor/${s.vendor_id}/price-rules`)).body.version,
    currency_id: 1,
    rates: [{ code: 'ZAR', rate: '0.054' }],
    rules: [{ markup_type_id: 2, markup_value: '0.5' }],
  })
  await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
  await s.update()
  expect(s.shown()).toEqual([{ sku: 'SKU-1', price: '14.99', list: '19.98' }])
})
