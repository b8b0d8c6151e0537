import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { shopify, type Shopify } from '#server/stand-ins/shopify.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'
import { surveyFrom } from './survey.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})
const token = 'shpat_secret'
let shop: Shopify
let market: Awaited<ReturnType<typeof startMarket>>
beforeEach(async () => {
  shop = shopify({ token })
  shop.points = { left: 1e6, most: 1e6, restoreRate: 1e6 }
  market = await startMarket(shop)
})
afterEach(() => market.close())

const store = (products: number) =>
  makeApiStore(h, c, { market_id: 39, address: `${market.address}/admin`, token, products })
const told = (write: string) => market.asked.filter(({ body }) => body.includes(`${write}(`)).length

describe('comparing a shop with thousands of products', () => {
  const large = surveyFrom + 5
  const compared = async (s: Awaited<ReturnType<typeof store>>) => {
    const { rows } = await sql<{ state: string; shown: number; differing: object }>`
      select state, shown, differing
      from store_update
      where vendor_store_id = ${s.vendor_store_id} and kind = 'compare'
      order by store_update_id`.execute(h.services.db)
    return rows.at(-1)
  }
  const begin = (s: Awaited<ReturnType<typeof store>>) =>
    c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })
  const productOf = (sku: string) => [...shop.products.values()].find((p) => p.variants[0]!.sku === sku)!
  const queries = async () => shop.bulk.operations.filter(({ kind }) => kind === 'query').length

  const surveys = async (s: Awaited<ReturnType<typeof store>>) =>
    (await s.calls()).filter((call) => call.told === 'compared' && call.ticket !== null)

  test('reads them all in one bulk operation, found again after an interruption', async () => {
    const s = await store(large)
    await s.update()
    productOf('SKU-7').variants[0]!.price = '1.00'
    shop.products.delete(productOf('SKU-8').id)
    const { item } = productOf('SKU-9').variants[0]!
    shop.stock.get(item)!.set('gid://shopify/Location/1', 99)
    market.asked.length = 0
    market.mischief.push({ pattern: /bulkOperationRunQuery/, losesAnswer: true })
    await begin(s)
    await waitUntil(
      async () => told('bulkOperationRunQuery'),
      (n) => n === 1,
    )
    await waitUntil(
      async () => {
        await s.update()
        return compared(s)
      },
      (one) => one?.state === 'compared',
    )
    expect(await compared(s)).toMatchObject({
      shown: large,
      differing: { price: 1, more: 1, gone: 1 },
    })
    expect(await queries()).toBe(1)
    // what it doesn't show, once more
    expect(told('nodes')).toBe(1)
    expect(await surveys(s)).toMatchObject([{ state: 'done', products: large }])
    await s.update()
    expect(productOf('SKU-7').variants[0]).toMatchObject({ price: '12.50' })
  })

  test('checks again what was sent since, and checks everything if the operation fails', async () => {
    const s = await store(large)
    await s.update()
    shop.bulk.slow = 99
    await begin(s)
    await waitUntil(queries, (n) => n === 1)
    await waitUntil(s.store, (one) => one.waits_for === 'The comparison continues later')
    shop.bulk.slow = 0
    // what it shows is of before it was told otherwise
    const [one] = shop.bulk.operations
    const before = (line: string) =>
      line.includes('"SKU-5"') ? line.replace('"quantity":3', '"quantity":50') : line
    market.mischief.push({ pattern: /files/, meanwhile: () => (one!.results = one!.results.map(before)) })
    await s.change(sql`quantity = 3`, ['SKU-5'])
    await s.update()
    const five = shop.stock.get(productOf('SKU-5').variants[0]!.item)!
    expect([...five.values()][0]).toBe(3)
    await waitUntil(
      async () => {
        await s.update()
        return compared(s)
      },
      (update) => update?.state === 'compared',
    )
    expect((await compared(s))!.differing).toEqual({})
    // a part of all would make the rest look gone
    shop.bulk.ends = { status: 'FAILED' }
    await begin(s)
    await waitUntil(
      async () => (await compared(s))?.state,
      (state) => state === 'compared',
    )
    expect((await s.calls()).findLast(({ said }) => said !== null)).toMatchObject({
      state: 'failed',
      said: 'Shopify’s product list is incomplete.',
    })
    expect(await compared(s)).toEqual({ state: 'compared', shown: large, differing: {} })
  })

  test('requests everything again if the operation’s file is cut short', async () => {
    const s = await store(large)
    await s.update()
    market.mischief.push({
      pattern: /files/,
      meanwhile: () => {
        shop.bulk.operations[0]!.results.length = 500
      },
      executesFirst: true,
    })
    expect(await s.compare()).toMatchObject({ shown: large, differing: {} })
    expect(await surveys(s)).toMatchObject([
      { state: 'failed', said: 'Shopify’s product list is incomplete.' },
    ])
  })

  test('accepts neither product as ours if a SKU is there twice', async () => {
    const s = await store(large)
    await s.update()
    await sql`
      update store_product
      set remote = null
      where vendor_store_id = ${s.vendor_store_id}
        and product_id in (select product_id from product where sku = 'SKU-5')`.execute(h.services.db)
    shop.add({}, [{ sku: 'SKU-5', price: '1.00' }])
    expect(await s.compare()).toMatchObject({ shown: large, differing: { gone: 1 } })
  })

  test('starts a new operation if the old one is over six hours old', async () => {
    const s = await store(large)
    await s.update()
    shop.bulk.slow = 99
    await begin(s)
    await waitUntil(s.store, (one) => one.waits_for === 'The comparison continues later')
    await s.earlier(5.9 * 3600)
    await s.update()
    expect(await queries()).toBe(1)
    await s.earlier(0.2 * 3600)
    shop.bulk.slow = 0
    await waitUntil(
      async () => {
        await s.update()
        return compared(s)
      },
      (one) => one?.state === 'compared',
    )
    expect(await queries()).toBe(2)
    expect(await surveys(s)).toMatchObject([{ state: 'failed', said: 'It is too old' }, { state: 'done' }])
  })
})
