import { describe, expect, test } from 'vitest'
import { shipOrder, type StandInOrder } from '../../stand-ins/orders.ts'
import { client, makeLogin } from '../harness.ts'
import { elementOf, orderOf, storeWithOrders, ups, type MarketUnderTest } from './market-orders.ts'

/** What every market's orders have in common; each market's own tests include it. */
export const ordersAreAlike = (market: MarketUnderTest) =>
  describe('its orders', () => {
    testListing(market)
    testShipping(market)
    testLostAnswers(market)
    testRefusals(market)
  })

const writesOf = ({ market, ships }: MarketUnderTest) =>
  market().asked.filter(({ method, path, body }) => ships.test(`${method} ${path} ${body}`))

/** How orders are listed. */
function testListing(underTest: MarketUnderTest): void {
  const { market, idOf, twoPages } = underTest
  const makeStore = (...orders: StandInOrder[]) => storeWithOrders(underTest, orders)

  test('are shown page by page with what is in them and what was shipped, and nobody’s name', async () => {
    const part = orderOf(501, 4, 2, 1, 3)
    const shippedOrder = orderOf(502, 5, 1)
    const cancelledOrder = orderOf(503, 6, 1)
    shipOrder(part, { ...ups('1Z1'), lines: new Map([[elementOf(part.lines).id, 1]]) })
    shipOrder(shippedOrder, ups('1Z2'))
    cancelledOrder.isCancelled = true
    const rest = Array.from({ length: twoPages }, (_, i) => orderOf(600 + i, 10 + i / 10, 1))
    const s = await makeStore(
      orderOf(500, 3, 2),
      part,
      shippedOrder,
      cancelledOrder,
      ...rest,
      orderOf(900, 24 * 20, 1),
    )
    const { orders, pages } = await s.all()
    expect(pages).toBeGreaterThan(1)
    expect(orders.map(({ id }) => id)).toEqual([...s.ids.slice(0, 4), ...rest.map(idOf)])
    expect(orders.slice(0, 4).map(({ state }) => state)).toEqual([
      'open',
      'part shipped',
      'shipped',
      'cancelled',
    ])
    const secondOrder = elementOf(orders, 1)
    expect(secondOrder).toMatchObject({
      placed_tm: new Date(part.placedMs).toISOString(),
      currency: 'USD',
      lines: [
        { sku: 'SKU-1', title: 'Product 1', quantity: 2, shipped: 1, dropshipper_id: expect.any(Number) },
        { sku: 'SKU-2', quantity: 1, shipped: 0, dropshipper_id: expect.any(Number) },
        { sku: 'ELSEWHERE-3', quantity: 3, shipped: 0, dropshipper_id: null },
      ],
      shipments: [{ ...ups('1Z1'), shipped_tm: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }],
    })
    expect(Number(secondOrder.total)).toBe(2 * 10.5 + 11.5 + 3 * 12.5)
    expect(secondOrder.lines.map(({ price }) => Number(price))).toEqual([10.5, 11.5, 12.5])
    expect((await s.all(30)).orders.map(({ id }) => id)).toContain(s.ids.at(-1))
  })

  test('say why where they can’t be asked for', async () => {
    const s = await makeStore(orderOf(500, 3, 1))
    const failureSentence = async (status: number, body: unknown = {}) => {
      market().mischief.push({ times: 9, answer: { status, body } })
      const answer = await s.list()
      market().mischief.length = 0
      expect(answer).toMatchObject({ status: 200, body: { orders: [], next: null } })
      return answer.body.failed.sentence as string
    }
    expect(await failureSentence(429)).toMatch(/Too many requests/)
    expect(await failureSentence(401)).toMatch(/refuse/)
    expect(await failureSentence(200, '<html>')).toMatch(/isn’t valid|refused/)
    expect((await s.list('?days=61')).status).toBe(400)
  })
}

/** How shipments are sent. */
function testShipping(underTest: MarketUnderTest): void {
  const makeStore = (...orders: StandInOrder[]) => storeWithOrders(underTest, orders)
  const writes = () => writesOf(underTest)

  test('are told a part as shipped, then the rest, each once, and the log says so', async () => {
    const order = orderOf(500, 3, 2, 1, 3)
    const s = await makeStore(order)
    const id = s.firstId
    const first = await s.firstOrder()
    const lines = [{ line_id: elementOf(first.lines).line_id, quantity: 1 }]
    expect((await s.ship(id, { ...ups('1Z 999'), lines })).body).toMatchObject({ state: 'told' })
    expect((await s.all()).orders[0]).toMatchObject({
      state: 'part shipped',
      lines: [{ shipped: 1 }, { shipped: 0 }, { shipped: 0 }],
      shipments: [ups('1Z 999')],
    })
    const before = writes().length
    expect((await s.ship(id, { ...ups('1z999'), lines })).body).toMatchObject({ state: 'already' })
    expect(writes().length).toBe(before)
    // two at once are one
    const twice = await Promise.all([s.ship(id, ups('1Z-2')), s.ship(id, ups('1Z-2'))])
    expect(new Set(twice.map(({ body }) => body.state))).toEqual(new Set(['already', 'told']))
    const whole = await s.firstOrder()
    expect(whole.state).toBe('shipped')
    expect(whole.lines.map((line) => line.shipped)).toEqual([2, 1, 3])
    expect(whole.shipments.filter(({ tracking }) => tracking === '1Z-2').length).toBeGreaterThan(0)
    expect(await s.told()).toEqual([
      expect.stringMatching(new RegExp(`hipment for order ${id} sent to .*: UPS 1Z 999 with 1 × SKU-1$`)),
      expect.stringMatching(
        new RegExp(
          `hipment for order ${id} sent to .*: UPS 1Z-2 with 1 × SKU-1, 1 × SKU-2, 3 × ELSEWHERE-3$`,
        ),
      ),
    ])
  })

  test('are told further lines under the same number, each once', async () => {
    const s = await makeStore(orderOf(500, 3, 2, 1, 3))
    const id = s.firstId
    const [a, b, third] = (await s.firstOrder()).lines.map((line) => line.line_id)
    const tell = (...lines: object[]) => s.ship(id, { ...ups('1Z1'), lines })
    const firstUnit = { line_id: a, quantity: 1, left: 2 }
    const first = await Promise.all([tell(firstUnit), tell(firstUnit)])
    expect(new Set(first.map(({ body }) => body.state))).toEqual(new Set(['already', 'told']))
    expect(first.find(({ body }) => body.state === 'told')?.body).toEqual({
      state: 'told',
      lines: [{ line_id: a, sku: 'SKU-1', quantity: 1 }],
      left: 5,
      refused: null,
    })
    // the other one of the same line, and a line that was not told at all
    const two = [
      { line_id: a, quantity: 1, left: 1 },
      { line_id: b, quantity: 1 },
    ]
    expect((await tell(...two)).body).toMatchObject({ state: 'told', left: 3 })
    expect((await tell(...two)).body).toMatchObject({ state: 'already', left: 3 })
    // of what was told before and what was not, the second alone
    expect((await tell(...two, { line_id: third, quantity: 1 })).body).toMatchObject({
      state: 'told',
      lines: [{ line_id: third, quantity: 1 }],
    })
    expect((await s.ship(id, ups('1Z1'))).body).toMatchObject({
      state: 'told',
      lines: [{ line_id: third, quantity: 2 }],
      left: 0,
    })
    expect((await s.ship(id, ups('1Z1'))).body).toMatchObject({ state: 'already', lines: [] })
    const order = await s.firstOrder()
    expect(order.lines.map((line) => line.shipped)).toEqual([2, 1, 3])
    expect((await s.told()).map((text) => text.replace(/.* with /, ''))).toEqual([
      '1 × SKU-1',
      '1 × SKU-1, 1 × SKU-2',
      '1 × ELSEWHERE-3',
      '2 × ELSEWHERE-3',
    ])
  })
}

/** How shipments are sent whose answer, or themselves, are lost. */
function testLostAnswers(underTest: MarketUnderTest): void {
  const { market, ships } = underTest
  const makeStore = (...orders: StandInOrder[]) => storeWithOrders(underTest, orders)
  const writes = () => writesOf(underTest)

  test('whose shipment’s answer was lost are told it once', async () => {
    const s = await makeStore(orderOf(500, 3, 2))
    market().mischief.push({ pattern: ships, losesAnswer: true })
    expect((await s.ship(s.firstId, ups('1Z1'))).body).toMatchObject({ state: 'told' })
    const order = await s.firstOrder()
    expect(order).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }], shipments: [ups('1Z1')] })
    expect(writes().length).toBe(1)
    expect(await s.told()).toHaveLength(1)
  })

  test('whose shipment never came there are told it again', async () => {
    const s = await makeStore(orderOf(500, 3, 2))
    market().mischief.push({ pattern: ships, losesRequest: true })
    expect((await s.ship(s.firstId, ups('1Z1'))).body).toMatchObject({ state: 'told' })
    const order = await s.firstOrder()
    expect(order).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }], shipments: [ups('1Z1')] })
    expect(writes().length).toBe(2)
    expect(await s.told()).toHaveLength(1)
  })

  test('whose shipment was lost, there and back, are told it once, and it is said so', async () => {
    const s = await makeStore(orderOf(500, 3, 2))
    market().mischief.push({ pattern: ships, losesRequest: true }, { pattern: ships, losesAnswer: true })
    expect((await s.ship(s.firstId, ups('1Z1'))).body).toMatchObject({
      state: 'told',
      left: 0,
      refused: null,
    })
    expect((await s.all()).orders[0]).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }] })
    expect(writes().length).toBe(2)
    expect(await s.told()).toHaveLength(1)
  })

  test('whose shipment was lost where nobody can look any more are said to be untold', async () => {
    const s = await makeStore(orderOf(500, 3, 2))
    const outage = { times: 99, answer: { status: 500, body: {} } }
    market().mischief.push({
      pattern: ships,
      losesRequest: true,
      meanwhile: () => market().mischief.push(outage),
    })
    expect((await s.ship(s.firstId, ups('1Z1'))).status).toBe(409)
    expect(await s.told()).toEqual([])
    market().mischief.length = 0
    expect((await s.ship(s.firstId, ups('1Z1'))).body).toMatchObject({ state: 'told' })
    expect((await s.all()).orders[0]).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }] })
  })
}

/** What is refused, and to whom. */
function testRefusals(underTest: MarketUnderTest): void {
  const { h, c, market, ships, refuses, shop } = underTest
  const makeStore = (...orders: StandInOrder[]) => storeWithOrders(underTest, orders)

  test('are told nothing where it can’t be so, and it is said why', async () => {
    const cancelledOrder = orderOf(501, 3, 1)
    cancelledOrder.isCancelled = true
    const s = await makeStore(orderOf(500, 3, 2), cancelledOrder)
    const id = s.firstId
    const cancelledId = elementOf(s.ids, 1)
    const refusal = async (orderId: string, body: object) => {
      const answer = await s.ship(orderId, body)
      expect(answer.status).toBe(409)
      return answer.body.error.message as string
    }
    const first = await s.firstOrder()
    const { line_id } = elementOf(first.lines)
    expect(await refusal('777', ups('1Z1'))).toContain('Order not found at the market.')
    expect(await refusal(cancelledId, ups('1Z1'))).toContain('The order is canceled.')
    const strange = { ...ups('1Z1'), lines: [{ line_id: '4711', quantity: 1 }] }
    expect(await refusal(id, strange)).toContain('Order line not found.')
    const toMany = { ...ups('1Z1'), lines: [{ line_id, quantity: 3 }] }
    expect(await refusal(id, toMany)).toContain('Only 2 units of SKU-1 left to ship.')
    if (refuses) {
      const order = elementOf(shop().orders)
      market().mischief.push({ pattern: ships, meanwhile: () => shipOrder(order, ups('OTHER')) })
      expect(await refusal(id, ups('1Z1'))).toContain('shipped already')
    } else expect((await s.ship(id, ups('OTHER'))).status).toBe(200)
    expect(await refusal(id, ups('1Z1'))).toContain('The order is already shipped.')
    expect((await s.ship('..%2Fproducts', ups('1Z1'))).status).toBe(400)
    expect((await s.told()).filter((text) => text.includes('1Z1'))).toEqual([])
  })

  test('are for staff alone, and by the vendor whose store it is', async () => {
    const s = await makeStore(orderOf(500, 3, 1))
    const customer = await client(h, (await makeLogin(h, 'customer')).email)
    const { vendor_id } = await makeLogin(h, 'customer')
    const elsewhere = s.path.replace(`vendor/${s.vendor_id}/`, `vendor/${vendor_id}/`)
    market().asked.length = 0
    const answers = [
      await customer.get(s.path),
      await customer.post(`${s.path}/${s.firstId}/ship`, ups('1Z1')),
      await c().get(elsewhere),
      await c().post(`${elsewhere}/${s.firstId}/ship`, ups('1Z1')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404])
    expect(market().asked).toEqual([])
  })
}
