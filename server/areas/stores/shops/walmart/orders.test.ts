import { expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { ordersAreAlike } from '#server/test/stores/orders-alike.ts'
import { walmartTests } from '#server/test/stores/walmart-accounts.ts'

const h = harness({ worker: true })
const { t, asked } = walmartTests(h)

ordersAreAlike({
  h,
  c: () => t.c,
  shop: () => t.shop,
  market: () => t.market,
  store: t.store,
  idOf: (order) => `10800000${order.id}`,
  twoPages: 3,
  ships: /POST .*\/shipping/,
  refuses: true,
})

test('a Walmart order is acknowledged before it is shipped, and its carrier is named', async () => {
  t.shop.orders.push(orderOf(500, 3, 2))
  const s = ordersOf(h, t.c, await t.store(1))
  expect((await s.all()).orders[0]!.lines).toMatchObject([{ line_id: '1', quantity: 2, shipped: 0 }])
  const part = (tracking: string, carrier: string) => ({
    carrier,
    tracking,
    lines: [{ line_id: '1', quantity: 1 }],
  })
  expect((await s.ship('10800000500', part('1Z1', 'fedex'))).body).toMatchObject({ state: 'told' })
  expect((await s.ship('10800000500', part('V2', 'Own van'))).body).toMatchObject({ state: 'told' })
  expect(asked(/orders\/.*\/(ack|ship)/).map(({ path }) => path.split('/').at(-1))).toEqual([
    'acknowledge',
    'shipping',
    'shipping',
  ])
  expect((await s.all()).orders).toMatchObject([
    { state: 'shipped', shipments: [{ carrier: 'FedEx' }, { carrier: 'Own van' }] },
  ])
})
test('a Walmart shipment names a carrier that Walmart knows, and where any other tracks its parcel', async () => {
  t.shop.orders.push(orderOf(500, 3, 2))
  const s = ordersOf(h, t.c, await t.store(1))
  const lines = [{ line_id: '1', quantity: 1 }]
  await s.ship('10800000500', { carrier: 'royal mail', tracking: 'RM1', lines })
  await s.ship('10800000500', { carrier: 'Own van', tracking: 'V 2', lines })
  const shippedLines = asked(/shipping/).map(
    ({ body }) => JSON.parse(body).orderShipment.orderLines.orderLine[0],
  )
  expect(shippedLines.map((line) => line.sellerOrderId)).toEqual(['10800000500', '10800000500'])
  const parcels = shippedLines.map((line) => line.orderLineStatuses.orderLineStatus[0].trackingInfo)
  expect(parcels).toMatchObject([
    { carrierName: { carrier: 'Royal Mail' } },
    { carrierName: { otherCarrier: 'Own van' }, trackingURL: 'https://t.17track.net/en#nums=V%202' },
  ])
  expect(parcels[0]).not.toHaveProperty('trackingURL')
})

test('a Walmart account without orders lists none, and a wrong address is reported as such', async () => {
  const s = ordersOf(h, t.c, await t.store(1))
  expect((await s.all()).orders).toEqual([])
  t.market.mischief.push({ pattern: /GET/, answer: { status: 404, body: {} } })
  expect((await s.list()).body.failed.sentence).toContain('Address not found')
})
