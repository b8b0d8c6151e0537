import { describe, expect, test } from 'vitest'
import { shopify } from '#server/stand-ins/shopify.ts'
import { harness } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { ordersAreAlike } from '#server/test/stores/orders-alike.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'

const h = harness({ worker: true })
const token = 'shpat_secret'
let now = 0
const of = { market_id: 39, market_name: 'Shopify', subpath: '/admin', token }
const t = marketTests(h, of, () => {
  now = 0
  return shopify({ token, now: () => now })
})

ordersAreAlike({
  h,
  c: () => t.c,
  shop: () => t.shop,
  market: () => t.market,
  store: t.store,
  idOf: (order) => String(order.id),
  twoPages: 10,
  ships: /fulfillmentCreate/,
  refuses: true,
})

describe('an order of a Shopify shop', () => {
  test('that ships from two locations gets one fulfillment each', async () => {
    t.shop.orders.push(orderOf(500, 3, 2, 1, 3))
    const s = ordersOf(h, t.c, await t.store(2))
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).body).toMatchObject({ state: 'told' })
    const told = t.market.asked.flatMap(({ body }) => JSON.parse(body).variables?.fulfillment ?? [])
    expect(told).toMatchObject([
      {
        notifyCustomer: true,
        trackingInfo: { company: 'UPS', number: '1Z1' },
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderLineItems: [{ quantity: 2 }, { quantity: 3 }] }],
      },
      { lineItemsByFulfillmentOrder: [{ fulfillmentOrderLineItems: [{ quantity: 1 }] }] },
    ])
    expect((await s.all()).orders).toMatchObject([{ state: 'shipped', shipments: [{ tracking: '1Z1' }] }])
  })

  test('with more lines than one page is read to the last line', async () => {
    t.shop.orders.push(orderOf(500, 3, ...Array<number>(40).fill(1)))
    const s = ordersOf(h, t.c, await t.store(1))
    expect((await s.all()).orders[0]!.lines).toHaveLength(40)
  })

  test('with more lines than one page is shipped to the last line', async () => {
    t.shop.orders.push(orderOf(500, 3, ...Array<number>(95).fill(1)))
    const s = ordersOf(h, t.c, await t.store(1))
    const [order] = (await s.all()).orders
    const last = order!.lines.at(-1)!
    const lines = [{ line_id: last.line_id, quantity: 1 }]
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1', lines })).body).toMatchObject({
      state: 'told',
      left: 94,
    })
    // its points come back
    now += 60_000
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z2' })).body).toMatchObject({
      state: 'told',
      left: 0,
    })
    now += 60_000
    expect((await s.all()).orders).toMatchObject([{ state: 'shipped' }])
  })

  test('that a carrier didn’t take has no shipment', async () => {
    const order = orderOf(500, 3, 1)
    order.shipments.push({ carrier: 'UPS', tracking: '1Z1', shippedMs: 0, lines: new Map(), isFailed: true })
    t.shop.orders.push(order)
    const s = ordersOf(h, t.c, await t.store(1))
    expect((await s.all()).orders).toMatchObject([{ state: 'open', shipments: [] }])
    // so it is sent again under the same number
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).body).toMatchObject({ state: 'told' })
  })

  test('that the token may not read reports the missing permission', async () => {
    t.shop.scopes = t.shop.scopes.filter((scope) => scope !== 'read_orders')
    const { body } = await ordersOf(h, t.c, await t.store(1)).list()
    expect(body.failed).toMatchObject({
      sentence: expect.stringContaining('lacks a permission'),
      what_to_do: expect.stringContaining('read_orders'),
    })
  })

  test('whose lines link back to an earlier page fails with a clear message and is read no further', async () => {
    t.shop.orders.push(orderOf(500, 3, ...Array<number>(40).fill(1)))
    const s = ordersOf(h, t.c, await t.store(1))
    const lineItems = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'again' } }
    const answer = { body: { data: { order: { lineItems } } } }
    t.market.mischief.push({ pattern: /order\(id: \$id\) \{ lineItems/, times: 50, answer })
    const { body } = await s.list()
    expect(body.failed).toMatchObject({
      sentence: 'The market’s response repeats a page.',
    })
    expect(t.market.asked.filter(({ body: asked }) => asked.includes('{ lineItems'))).toHaveLength(2)
  })

  test('whose list links back to the requested page fails with a clear message', async () => {
    const s = ordersOf(h, t.c, await t.store(1))
    const orders = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'again' } }
    t.market.mischief.push({ pattern: /orders\(first/, answer: { body: { data: { orders } } } })
    expect((await s.list('?cursor=again')).body).toMatchObject({
      failed: { sentence: expect.stringMatching(/^The market’s response repeats a page/) },
      next: null,
    })
  })
})
