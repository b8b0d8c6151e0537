import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { zentail } from '#server/stand-ins/zentail.ts'
import { harness } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { ordersAreAlike } from '#server/test/stores/orders-alike.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'
import { openZentail } from './zentail.ts'

const h = harness({ worker: true })
const token = 'zentail-token'
const ours = 69
const of = { market_id: 123, market_name: 'Zentail', token }
const t = marketTests(h, of, () => {
  // a second between its questions: how many it takes is another test's
  let now = 0
  return zentail({ token, now: () => (now += 1000) })
})
const has = (skus: number) => {
  for (let i = 1; i <= skus; i++) t.shop.stock.set(`SKU-${i}`, new Map([[4, 77]]))
}
const told = () => t.market.asked.map(({ method, path }) => `${method} ${path}`)

ordersAreAlike({
  h,
  c: () => t.c,
  shop: () => t.shop,
  market: () => t.market,
  store: t.store,
  idOf: (order) => String(order.id),
  twoPages: 3,
  ships: /POST .*salesOrder\/shipments/,
  refuses: true,
})

test('a Zentail account’s orders are not followed to another host', async () => {
  t.shop.orders.push(orderOf(500, 3, 1))
  const s = ordersOf(h, t.c, await t.store(1))
  const body = { results: [], nextToken: 'https://elsewhere.example/v1/salesOrder?from=3' }
  t.market.mischief.push({ answer: { body } })
  expect((await s.list()).body).toMatchObject({
    failed: { sentence: expect.stringContaining('another host') },
  })
})

describe('a Zentail account', () => {
  test('is sent only quantities, for the first warehouse that we may edit', async () => {
    has(3)
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0, calls: 1 })
    expect(t.shop.stock.get('SKU-2')).toEqual(
      new Map([
        [4, 77],
        [ours, 5],
      ]),
    )
    expect(told()).toEqual(['GET /v1/warehouses', 'GET /v1/warehouses', 'POST /v1/inventory'])
    const { products, validAsOf } = JSON.parse(t.market.asked[2]!.body)
    expect(products[0]).toEqual({ SKU: 'SKU-1', warehouseId: '69', quantity: 5 })
    expect(Date.now() - Date.parse(validAsOf)).toBeLessThan(60_000)
    await s.change(sql`msrp = 40, title = 'New'`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0 })
    await s.change(sql`quantity = 8`, ['SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect(t.shop.stock.get('SKU-3')!.get(ours)).toBe(8)
  })

  test('is sent 50 products a call, and its warehouse is requested once', async () => {
    has(120)
    const s = await t.store(120)
    expect((await s.update()).result).toMatchObject({ sent: 120, refused: 0, calls: 3 })
    expect(told().filter((one) => one.startsWith('POST'))).toHaveLength(3)
    expect(told().filter((one) => one.startsWith('GET'))).toHaveLength(2)
  })

  test('whose warehouse request is briefly refused is asked for its warehouses again', async () => {
    has(3)
    const s = await t.store()
    const answer = { status: 429, headers: { 'retry-after': '1' }, body: {} }
    t.market.mischief.push({ pattern: /warehouses/, answer })
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect((await s.calls()).map((call) => call.state)).toEqual(['failed', 'done'])
  })

  test('refuses a product it doesn’t know and takes the others', async () => {
    has(2)
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 1 })
    expect((await s.shown()).get('SKU-3')).toMatchObject({
      in_store: false,
      refused_why: 'missing',
      refused_text: 'SKU SKU-3 was not found.',
    })
  })

  test('that answers twice for one product counts once, and a refusal wins', async () => {
    has(3)
    const s = await t.store()
    const error = { code: 'x', message: 'Not now' }
    const results = [
      { SKU: 'SKU-1' },
      { SKU: 'SKU-1' },
      { SKU: 'SKU-2', error },
      { SKU: 'SKU-2' },
      { SKU: 'SKU-3' },
    ]
    t.market.mischief.push({ pattern: /POST/, answer: { body: { results } } })
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_text: 'Not now' })
  })

  test('is sent a quantity of 0 for inactive products', async () => {
    has(3)
    const s = await t.store(3, { deactivate_inactive_products: true })
    await s.update()
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect(t.shop.stock.get('SKU-2')!.get(ours)).toBe(0)
  })

  test('that revokes access to its warehouse reports it for each product', async () => {
    has(3)
    const s = await t.store()
    t.market.mischief.push({
      pattern: /POST/,
      meanwhile: () => {
        t.shop.warehouses[2]!.canUpdateInventory = false
      },
    })
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 3 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({ refused_why: 'permission' })
    // and with none that may be written nothing is told at all
    await s.change(sql`quantity = 6`, ['SKU-1'])
    expect((await s.update()).reason).toMatch(/can’t update stock in any warehouse/)
    expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('any warehouse') })
  })

  test('that links to another host is not followed there with its token', async () => {
    const { origin, pathname } = new URL(t.market.address)
    const of = { origin, token, allowHosts: ['127.0.0.1', 'localhost'], milliseconds: 5000 }
    const body = { results: [], nextToken: 'http://localhost:1/v1/warehouses' }
    t.market.mischief.push({ pattern: /GET/, answer: { body } })
    await expect(openZentail(of, pathname).check()).rejects.toThrow(/redirects to another host, localhost:1/)
    expect(told()).toEqual(['GET /v1/warehouses'])
  })

  test('whose answer was lost is sent the same update again, once', async () => {
    has(3)
    const s = await t.store()
    t.market.mischief.push({ pattern: /POST/, losesAnswer: true })
    expect((await s.update()).result).toMatchObject({ sent: 3 })
    expect(told().filter((one) => one.startsWith('POST'))).toHaveLength(2)
    expect(t.shop.stock.get('SKU-1')!.get(ours)).toBe(5)
  })

  test('shows its allowance of ten requests a second and how much of it is used', async () => {
    has(3)
    const s = await t.store()
    await s.update()
    const path = `/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/calls`
    await sql`
      update store_call
      set spent = 10, insert_tm = now() + interval '1 minute'
      where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
    expect((await t.c.get(path)).body.allowances).toMatchObject([
      { name: 'calls', limit: 10, seconds: 1, used: 10, opens_tm: expect.any(String) },
    ])
  })

  test('whose rate limit is used up by others makes the update wait', async () => {
    has(3)
    const s = await t.store()
    t.market.mischief.push({ times: 9, answer: { status: 429, body: {} } })
    expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
    t.market.mischief.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 3 })
  })
})

test('the Zentail stand-in allows ten requests a second', () => {
  let now = 0
  const one = zentail({ token, now: () => now })
  const asked = () =>
    one.answer({
      method: 'GET',
      path: '/v1/warehouses',
      query: new URLSearchParams(),
      headers: { authorization: token },
      body: '',
      address: 'http://here',
    }).status ?? 200
  expect(Array.from({ length: 12 }, asked)).toEqual([...Array<number>(10).fill(200), 429, 429])
  now = 300
  expect(Array.from({ length: 4 }, asked)).toEqual([200, 200, 200, 429])
})

test('a Zentail account is compared by the stock of the warehouse it is sent', async () => {
  has(30)
  const s = await t.store(30)
  await s.update()
  t.market.asked.length = 0
  const set = (sku: string, quantity: number) => t.shop.stock.get(sku)!.set(ours, quantity)
  set('SKU-1', 50)
  set('SKU-2', 4)
  t.shop.inactive.add('SKU-3')
  t.shop.stock.delete('SKU-30')
  expect(await s.compare()).toMatchObject({
    shown: 30,
    differing: { more: 1, less: 1, hidden: 1, gone: 1 },
  })
  // two pages, and once more of the one that was left out
  expect(told().filter((one) => one === 'GET /v1/inventory')).toHaveLength(3)
  expect((await s.calls()).at(-2)).toMatchObject({ told: 'compared', bucket: 'calls', products: 30 })
  await s.update()
  expect(t.shop.stock.get('SKU-1')!.get(ours)).toBe(5)
  expect(t.shop.stock.get('SKU-2')!.get(ours)).toBe(4)
})
