import { expect, test } from 'vitest'
import { amazonTests } from '#server/test/stores/amazon-sellers.ts'
import { harness } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { ordersAreAlike } from '#server/test/stores/orders-alike.ts'

const h = harness({ worker: true })
const { t, store } = amazonTests(h)

ordersAreAlike({
  h,
  c: () => t.c,
  shop: () => t.shop,
  market: () => t.market,
  store,
  idOf: (order) => `902-0000000-000${order.id}`,
  twoPages: 3,
  ships: /POST .*shipmentConfirmation/,
  refuses: true,
})

test('an Amazon order is sent as one package however often, and orders that Amazon ships are refused', async () => {
  t.shop.orders.push(orderOf(500, 3, 2))
  const s = ordersOf(h, t.c, await store(1))
  const id = '902-0000000-000500'
  const told = { carrier: 'Own van', tracking: 'V1' }
  await s.ship(id, { ...told, lines: [{ line_id: '1', quantity: 1 }] })
  const look = t.market.asked.find(({ path }) => path.endsWith(id))!
  const { body } = structuredClone(t.shop.answer(look)) as { body: { order: { fulfillment: object } } }
  const theirs = { ...body.order.fulfillment, fulfilledBy: 'AMAZON' }
  const amazons = { order: { ...body.order, fulfillment: theirs } }
  t.market.mischief.push({ pattern: /GET .*2026-01-01/, answer: { body: amazons } })
  expect((await s.ship(id, told)).body.error.message).toContain('This order is fulfilled by Amazon.')
  expect((await s.ship(id, told)).body).toMatchObject({ state: 'told' })
  // that it has the package is not shown yet
  t.market.mischief.push({ pattern: /GET .*2026-01-01/, answer: { body } })
  expect((await s.ship(id, told)).body).toMatchObject({ state: 'told' })
  expect((await s.all()).orders).toMatchObject([
    { lines: [{ quantity: 2, shipped: 2 }], shipments: [{ carrier: 'Own van', tracking: 'V1' }] },
  ])
})

test('a package has one number, from its store, order, tracking number and lines', async () => {
  t.shop.orders.push(orderOf(500, 3, 4), orderOf(501, 3, 4))
  const [s, another] = [ordersOf(h, t.c, await store(1)), ordersOf(h, t.c, await store(1))]
  const [first, second] = ['902-0000000-000500', '902-0000000-000501']
  // what it was told it doesn’t show yet
  const blank = structuredClone(t.shop.orders)
  const numberOf = async (of: typeof s, id: string, tracking: string, quantity?: number) => {
    t.shop.orders.splice(0, 2, ...structuredClone(blank))
    t.market.asked.length = 0
    const line = t.shop.orders.find((order) => id.endsWith(String(order.id)))!.lines[0]!
    const lines = quantity && [{ line_id: String(line.id), quantity }]
    expect((await of.ship(id, { carrier: 'UPS', tracking, ...(lines && { lines }) })).body.state).toBe('told')
    const { body } = t.market.asked.find(({ path }) => path.endsWith('/shipmentConfirmation'))!
    return JSON.parse(body).packageDetail.packageReferenceId as string
  }
  const one = await numberOf(s, first!, 'V1')
  expect(await numberOf(s, first!, 'V1')).toBe(one)
  const others = [
    await numberOf(s, first!, 'V1', 2),
    await numberOf(s, first!, 'V2'),
    await numberOf(s, second!, 'V1'),
    await numberOf(another, first!, 'V1'),
  ]
  expect(new Set([one, ...others]).size).toBe(5)
})
