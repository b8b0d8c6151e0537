import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopify, type Shopify } from '../../../stand-ins/shopify.ts'
import { harness, staff, type Client } from '../../../test/harness.ts'
import { orderOf, ordersAreAlike, ordersOf } from '../../../test/market-orders.ts'
import { startMarket } from '../../../test/markets.ts'
import { toldStore } from '../../../test/told-stores.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})

const token = 'shpat_secret'
let now = 0
let shop: Shopify
let market: Awaited<ReturnType<typeof startMarket>>
beforeEach(async () => {
  now = 0
  shop = shopify({ token, now: () => now })
  market = await startMarket(shop)
})
afterEach(() => market.close())
const store = (products = 3) =>
  toldStore(h, c, { market_id: 39, address: `${market.address}/admin`, token, products })

ordersAreAlike({
  h,
  c: () => c,
  shop: () => shop,
  market: () => market,
  store,
  idOf: (order) => String(order.id),
  twoPages: 10,
  ships: /fulfillmentCreate/,
  refuses: true,
})

describe('an order of a Shopify shop', () => {
  test('that leaves two locations is told one fulfillment each', async () => {
    shop.orders.push(orderOf(500, 3, 2, 1, 3))
    const s = ordersOf(h, c, await store(2))
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).body).toMatchObject({ state: 'told' })
    const told = market.asked.flatMap(({ body }) => JSON.parse(body).variables?.fulfillment ?? [])
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

  test('with more lines than a list shows is read to its last', async () => {
    shop.orders.push(orderOf(500, 3, ...Array<number>(40).fill(1)))
    const s = ordersOf(h, c, await store(1))
    expect((await s.all()).orders[0]!.lines).toHaveLength(40)
  })

  test('that the token may not read says so', async () => {
    shop.scopes = shop.scopes.filter((scope) => scope !== 'read_orders')
    const { body } = await ordersOf(h, c, await store(1)).list()
    expect(body.failed).toMatchObject({
      sentence: expect.stringContaining('lacks a permission'),
      what_to_do: expect.stringContaining('read_orders'),
    })
  })

  test('whose lines lead back to a page that was read is a sentence, and read no further', async () => {
    shop.orders.push(orderOf(500, 3, ...Array<number>(40).fill(1)))
    const s = ordersOf(h, c, await store(1))
    const lineItems = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'again' } }
    const answer = { body: { data: { order: { lineItems } } } }
    market.mischief.push({ at: /order\(id: \$id\) \{ lineItems/, times: 50, answer })
    const { body } = await s.list()
    expect(body.failed).toMatchObject({
      sentence: 'The market leads from one page of its answer back to a page that was read already.',
    })
    expect(market.asked.filter(({ body: asked }) => asked.includes('{ lineItems'))).toHaveLength(2)
  })

  test('whose list leads back to the page that was asked for is a sentence', async () => {
    const s = ordersOf(h, c, await store(1))
    const orders = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'again' } }
    market.mischief.push({ at: /orders\(first/, answer: { body: { data: { orders } } } })
    expect((await s.list('?cursor=again')).body).toMatchObject({
      failed: { sentence: expect.stringMatching(/^The market leads from one page/) },
      next: null,
    })
  })
})
