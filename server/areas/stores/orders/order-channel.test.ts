import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wooCommerce, type WooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'

const h = harness()
const token = 'cs_secret'
let c: Client
let shop: WooCommerce
let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  c = await staff(h)
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 201, market_name: 'WooCommerce' },
      { market_id: 39, market_name: 'Shopify' },
    ])
    .execute()
  shop = wooCommerce({ token })
  // of a day, of 9 days and of 20 days ago
  shop.orders.push(orderOf(500, 24, 2), orderOf(501, 9 * 24, 1), orderOf(502, 20 * 24, 1))
  market = await startMarket(shop)
})
afterAll(() => market.close())
let s: Awaited<ReturnType<typeof made>>
async function made() {
  const of = { market_id: 201, address: market.address, login: 'ck_key', token, products: 1 }
  const store = await makeApiStore(h, c, of)
  return { ...store, ...ordersOf(h, c, store) }
}
beforeEach(async () => {
  s = await made()
})
const add = (more: object = {}) => {
  const channel = {
    channel_name: 'Shop',
    supported_channel_id: 201,
    enable_order_automation: true,
    test_mode: false,
    use_order_number_as_po: false,
    fetch_last_xdays_order: 14,
    active: true,
    disable_tracking_update: false,
  }
  return c.post(`/api/vendor/${s.vendor_id}/order-manager-info`, { channels: [{ ...channel, ...more }] })
}
const listed = async () => {
  const { body } = await s.list()
  return [body.days, body.orders.map((order: { id: string }) => order.id)]
}

test('orders cover the days set for their market’s channel unless others are requested', async () => {
  expect(await listed()).toEqual([7, ['500']])
  await add({ supported_channel_id: 39, fetch_last_xdays_order: 60 })
  await add({ active: false, fetch_last_xdays_order: 60 })
  await add({ deleted: true, fetch_last_xdays_order: 60 })
  expect(await listed()).toEqual([7, ['500']])
  await add()
  expect(await listed()).toEqual([14, ['500', '501']])
  // of several the longest
  await add({ fetch_last_xdays_order: 30 })
  await add({ fetch_last_xdays_order: 3 })
  expect(await listed()).toEqual([30, ['500', '501', '502']])
  expect((await s.list('?days=2')).body.days).toBe(2)
})
test('the number of days is shown even if the market doesn’t answer', async () => {
  await add()
  market.mischief.push({ pattern: /GET .*orders/, answer: { status: 401, body: { message: 'Who?' } } })
  const { body } = await s.list()
  expect([body.failed === null, body.days, body.orders]).toEqual([false, 14, []])
})
test('no shipment is sent if all of its market’s channels have tracking turned off', async () => {
  const ups = { carrier: 'UPS', tracking: '1Z1' }
  await add({ disable_tracking_update: true })
  market.asked.length = 0
  const { status, body } = await s.ship('500', ups)
  expect([status, body.error.message]).toEqual([
    409,
    'The order manager’s channel Shop doesn’t send tracking to WooCommerce. Change that setting first',
  ])
  expect(market.asked).toEqual([])
  await add()
  expect((await s.ship('500', ups)).status).toBe(200)
})
