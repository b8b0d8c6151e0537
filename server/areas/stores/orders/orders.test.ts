import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ordersAnHour, shipmentsAnHour } from '#contract/stores/orders.ts'
import { sql } from '#server/platform/database/db.ts'
import { wooCommerce, type WooCommerce } from '#server/stand-ins/woocommerce.ts'
import { client, harness, makeFeed, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeProducts } from '#server/test/stores/sellers.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'

const h = harness()
const token = 'cs_secret'
let c: Client
let shop: WooCommerce
let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 201, market_name: 'WooCommerce' }).execute()
  shop = wooCommerce({ token })
  shop.orders.push(orderOf(500, 3, 2), orderOf(501, 4, 1))
  market = await startMarket(shop)
})
afterAll(() => market.close())
const ups = { carrier: 'UPS', tracking: '1Z1' }
let s: Awaited<ReturnType<typeof made>>
async function made() {
  const of = { market_id: 201, address: market.address, login: 'ck_key', token, products: 1 }
  const store = await makeApiStore(h, c, of)
  return { ...store, ...ordersOf(h, c, store) }
}
beforeEach(async () => {
  s = await made()
  market.asked.length = 0
})
const both = async () => {
  const [read, told] = [await s.list(), await s.ship('500', ups)]
  return [read, told].map(({ status, body }) => [status, body.error?.code])
}

describe('no call is made to a market', () => {
  test('for a store that takes files', async () => {
    await h.services.db
      .updateTable('vendor_store')
      .set({ drop_to: JSON.stringify({ kind: 'storage', folder: 'x' }) })
      .where('vendor_store_id', '=', s.vendor_store_id)
      .execute()
    expect(await both()).toEqual([
      [409, 'conflict'],
      [409, 'conflict'],
    ])
    expect(market.asked).toEqual([])
  })
  test('without a token', async () => {
    await h.services.db
      .updateTable('vendor_store')
      .set({ store_admin_secret: null })
      .where('vendor_store_id', '=', s.vendor_store_id)
      .execute()
    expect((await s.list()).body.error.message).toContain('token is missing')
    expect(market.asked).toEqual([])
  })
  test('for one person beyond the hourly limit', async () => {
    await both()
    market.asked.length = 0
    await sql`
      update rate_limit
      set hits = case when bucket like 'orders%' then ${ordersAnHour}::int else ${shipmentsAnHour}::int end
      where bucket like 'orders requested%' or bucket like 'shipments sent%'`.execute(h.services.db)
    expect(await both()).toEqual([
      [429, 'too_many'],
      [429, 'too_many'],
    ])
    expect(market.asked).toEqual([])
    await sql`delete from rate_limit`.execute(h.services.db)
  })
  test('to ship anything while someone else has locked the vendor', async () => {
    const other = await client(h, (await makeLogin(h, 'support')).email)
    await other.post('/api/vendor/lock', { vendor_id: s.vendor_id, reason: 'Moving' })
    expect((await s.ship('500', ups)).body.error.code).toBe('locked')
    expect(market.asked).toEqual([])
  })
  test('to ship anything for a deleted account', async () => {
    await h.services.db
      .updateTable('vendor')
      .set({ deleted_tm: sql<string>`now()` })
      .where('vendor_id', '=', s.vendor_id)
      .execute()
    expect((await s.ship('500', ups)).body.error.message).toContain('This account is deleted')
    expect(market.asked).toEqual([])
  })
  test('with an incomplete form', async () => {
    expect((await s.ship('500', { carrier: ' ', tracking: '' })).body.error.fields).toEqual({
      carrier: 'Enter a carrier',
      tracking: 'Enter a tracking number',
    })
    expect(market.asked).toEqual([])
  })
})

test('a market’s order details are never saved in the database', async () => {
  expect((await s.list()).body.orders).toHaveLength(2)
  expect((await s.ship('501', ups)).body).toMatchObject({ state: 'told' })
  const { rows } = await sql<{ xml: string }>`
    select database_to_xml(true, false, '')::text as xml`.execute(h.services.db)
  expect(rows[0]!.xml).toContain('Shipment for order 501 sent to')
  expect(rows[0]!.xml).not.toMatch(/Wilma|Secret Street|0100 777/)
})

test('if two people send one shipment at once, the second waits and finds it already sent', async () => {
  shop.orders.push(orderOf(510, 5, 1))
  market.mischief.push({ pattern: /PUT .*orders/, waitFor: setTimeout(500) })
  const answers = await Promise.all([s.ship('510', ups), s.ship('510', ups)])
  expect(new Set(answers.map(({ body }) => body.state))).toEqual(new Set(['already', 'told']))
  expect(market.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(await s.told()).toHaveLength(1)
})

test('a line belongs to the supplier whose product fills the store, never to one that no longer has it', async () => {
  const { db } = h.services
  const suppliers = async () =>
    (await s.list()).body.orders[0].lines.map(
      (line: { dropshipper_id: number | null }) => line.dropshipper_id,
    )
  const { dropshipper_id } = s
  expect(await suppliers()).toEqual([dropshipper_id])
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  expect(await suppliers()).toEqual([null])
  const other = await makeFeed(h)
  await makeProducts(h, other, 1)
  const { vendor_id } = s
  const sells = { vendor_id, dropshipper_id: other.dropshipper_id }
  await db.insertInto('subscription').values(sells).execute()
  await db.insertInto('market').values({ market_id: 202, market_name: 'BigCommerce' }).execute()
  await db
    .insertInto('vendor_market_map')
    .values({ ...sells, market_id: 202 })
    .execute()
  expect(await suppliers()).toEqual([null])
  await db
    .insertInto('vendor_market_map')
    .values({ ...sells, market_id: 201 })
    .execute()
  expect(await suppliers()).toEqual([other.dropshipper_id])
})

test('a token that a market repeats in its refusal is never shown', async () => {
  const body = { message: `${token} may not write 501` }
  market.mischief.push({ pattern: /PUT .*orders/, answer: { status: 400, body } })
  shop.orders.push(orderOf(502, 5, 1))
  const answer = await s.ship('502', ups)
  expect(answer.status).toBe(409)
  expect(answer.body.error.message).toContain('may not write 501')
  expect(JSON.stringify(answer.body)).not.toContain(token)
})
