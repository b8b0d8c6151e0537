import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { harness } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { ordersAreAlike } from '#server/test/stores/orders-alike.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'

const h = harness({ worker: true })
const token = 'bc_secret'
const of = { market_id: 202, market_name: 'BigCommerce', subpath: '/v3/', token }
const t = marketTests(h, of, () => bigCommerce({ token, now: () => 0 }))

ordersAreAlike({
  h,
  c: () => t.c,
  shop: () => t.shop,
  market: () => t.market,
  store: t.store,
  idOf: (order) => String(order.id),
  twoPages: 10,
  ships: /POST .*shipments/,
  refuses: true,
})

describe('a BigCommerce order with two addresses', () => {
  const made = async () => {
    const order = orderOf(500, 3, 2, 1)
    order.hasSeparateAddresses = true
    t.shop.orders.push(order)
    const s = ordersOf(h, t.c, await t.store(2))
    return { ...s, tell: () => s.ship('500', { carrier: 'UPS', tracking: '1Z1' }) }
  }
  const second = /POST .*shipments .*"order_product_id":5002/

  test('that is refused halfway shows what was sent, and the rest is sent under the same number', async () => {
    const s = await made()
    t.market.mischief.push({ pattern: second, answer: { status: 400, body: [{ message: 'Not now.' }] } })
    expect((await s.tell()).body).toEqual({
      state: 'part',
      lines: [{ line_id: '5001', sku: 'SKU-1', quantity: 2 }],
      left: 1,
      refused: 'BigCommerce: Not now.',
    })
    expect(await s.told()).toEqual([
      expect.stringMatching(/^Partial shipment for order .* UPS 1Z1 with 2 × SKU-1$/),
    ])
    expect((await s.tell()).body).toMatchObject({ state: 'told', lines: [{ sku: 'SKU-2' }], left: 0 })
    expect(await s.told()).toHaveLength(2)
    expect((await s.all()).orders).toMatchObject([{ state: 'shipped' }])
  })

  test('whose second answer is lost is sent in full, once', async () => {
    const s = await made()
    t.market.mischief.push({ pattern: second, times: 1, answer: { status: 503, body: '' } })
    expect((await s.tell()).body).toMatchObject({ state: 'told', left: 0, lines: [{}, {}] })
    expect((await s.all()).orders).toMatchObject([{ state: 'shipped' }])
    expect(await s.told()).toEqual([expect.stringContaining('2 × SKU-1, 1 × SKU-2')])
  })
})

test('requests for a BigCommerce shop’s orders share its allowance and aren’t listed as update calls', async () => {
  const s = { ...(await t.store(3)) }
  t.shop.orders.push(orderOf(500, 3, 1), orderOf(501, 4, 1))
  const { list, ship } = ordersOf(h, t.c, s)
  const calls = async () =>
    (await t.c.get(`/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/calls`)).body
  await list()
  // the orders, and the products of each
  expect(t.market.asked).toHaveLength(3)
  expect(await calls()).toMatchObject({ allowances: [{ name: 'requests', used: 3 }], calls: [] })
  await ship('500', { carrier: 'UPS', tracking: '1Z1' })
  expect((await calls()).allowances).toMatchObject([{ used: t.market.asked.length }])
  await sql`update store_call set spent = 150 where told = 'orders'`.execute(h.services.db)
  t.market.asked.length = 0
  // an update waits for what orders took, and a person is told so
  expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
  expect((await list()).body.failed.sentence).toContain('Too many requests')
  expect((await ship('501', { carrier: 'UPS', tracking: '1Z2' })).status).toBe(409)
  expect(t.market.asked).toEqual([])
  await s.earlier(31)
  expect((await list()).body.failed).toBeNull()
})
