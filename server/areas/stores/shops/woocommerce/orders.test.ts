import { describe, expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { ordersAreAlike } from '#server/test/stores/orders-alike.ts'
import { wooTests } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const t = wooTests(h)

ordersAreAlike({
  h,
  c: () => t.c,
  shop: () => t.shop,
  market: () => t.market,
  store: t.store,
  idOf: (order) => String(order.id),
  twoPages: 50,
  ships: /PUT .*orders/,
  refuses: false,
})

describe('a WooCommerce shop without a tracking field', () => {
  const asked = () =>
    t.market.asked.filter(({ method }) => method !== 'GET').map((one) => [one.method, JSON.parse(one.body)])
  const made = async () => {
    t.shop.orders.push(orderOf(500, 3, 2, 1))
    const orders = ordersOf(h, t.c, await t.store(2))
    const [first] = (await orders.all()).orders
    return { ...orders, lines: first!.lines }
  }

  test('gets tracking as a note to the buyer, and a fully shipped order is completed', async () => {
    const s = await made()
    const [one] = s.lines
    await s.ship('500', { carrier: 'UPS', tracking: '1Z1', lines: [{ line_id: one!.line_id, quantity: 1 }] })
    await s.ship('500', { carrier: 'Own van', tracking: 'V2' })
    expect(asked()).toMatchObject([
      ['PUT', { meta_data: [{ value: [{ tracking: '1Z1' }] }] }],
      ['POST', { note: 'Shipped with UPS, tracking number 1Z1: 1 × SKU-1', customer_note: true }],
      ['PUT', { status: 'completed', meta_data: [{ value: [{ tracking: '1Z1' }, { tracking: 'V2' }] }] }],
      ['POST', { note: 'Shipped with Own van, tracking number V2', customer_note: true }],
    ])
    expect(asked()[0]![1]).not.toHaveProperty('status')
  })

  test('that lost the note gets it when the shipment is sent again', async () => {
    const s = await made()
    t.market.mischief.push({ pattern: /POST .*notes/, times: 2, answer: { status: 503, body: {} } })
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).status).toBe(409)
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).body).toMatchObject({ state: 'told' })
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).body).toMatchObject({
      state: 'already',
    })
    expect(asked().map(([method]) => method)).toEqual(['PUT', 'POST', 'POST', 'POST'])
  })

  test('is asked for orders in UTC, whatever its time zone, and for nothing about the buyer', async () => {
    t.shop.orders.push(orderOf(500, 23, 1), orderOf(501, 26, 1))
    const s = ordersOf(h, t.c, await t.store(1))
    const { orders } = await s.all(1)
    expect(orders.map(({ id }) => id)).toEqual(['500'])
    expect(t.market.asked.map(({ query }) => query.get('_fields'))).toEqual([
      'id,number,status,date_created_gmt,currency,total,line_items,meta_data,refunds',
    ])
  })

  test('isn’t sent refunded units, and they count no more', async () => {
    const order = orderOf(500, 3, 3, 1)
    const [mug, lamp] = order.lines
    order.refundedUnits = new Map([
      [mug!.id, 2],
      [lamp!.id, 1],
    ])
    t.shop.orders.push(order)
    const s = ordersOf(h, t.c, await t.store(2))
    expect((await s.all()).orders).toMatchObject([
      { state: 'open', lines: [{ sku: 'SKU-1', quantity: 1, shipped: 0 }] },
    ])
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).body).toMatchObject({
      state: 'told',
      lines: [{ sku: 'SKU-1', quantity: 1 }],
      left: 0,
    })
    expect((await s.all()).orders).toMatchObject([{ state: 'shipped' }])
  })

  test('isn’t sent a shipment of an order that isn’t paid', async () => {
    const order = orderOf(500, 3, 2)
    order.isUnpaid = true
    t.shop.orders.push(order)
    const s = ordersOf(h, t.c, await t.store(2))
    expect((await s.all()).orders).toMatchObject([{ state: 'unpaid', lines: [{ quantity: 2 }] }])
    const refused = await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('The order isn’t paid yet.')
    expect(asked()).toEqual([])
    order.isUnpaid = false
    expect((await s.ship('500', { carrier: 'UPS', tracking: '1Z1' })).body).toMatchObject({ state: 'told' })
  })

  test('shows titles as people read them', async () => {
    const order = orderOf(500, 3, 1)
    order.lines[0]!.title = 'Salt & pepper'
    t.shop.orders.push(order)
    expect((await ordersOf(h, t.c, await t.store(1)).all()).orders).toMatchObject([
      { lines: [{ title: 'Salt & pepper' }] },
    ])
  })
})
