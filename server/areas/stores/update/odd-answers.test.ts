import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { orderOf, ordersOf } from '#server/test/stores/market-orders.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'

const h = harness({ worker: true })
const token = 'cs_secret'
const of = { market_id: 201, market_name: 'WooCommerce', login: 'ck_key', token }
const t = marketTests(h, of, () => wooCommerce({ token }))

const inShop = (sku: string) => [...t.shop.products.values()].find((one) => one.sku === sku)!

describe('values from a market that no row can hold', () => {
  test('fractional or huge quantities are compared as whole quantities', async () => {
    const s = await t.store()
    await s.update()
    inShop('SKU-1').stock_quantity = 2.5
    inShop('SKU-2').stock_quantity = 30_000_000_000
    expect(await s.compare()).toMatchObject({ shown: 3, differing: { less: 1, more: 1 } })
    await s.update()
    expect(inShop('SKU-2').stock_quantity).toBe(5)
  })

  test('an invalid amount doesn’t count as a price difference', async () => {
    const s = await t.store()
    await s.update()
    inShop('SKU-1').regular_price = '12,50'
    inShop('SKU-2').regular_price = 'NaN'
    inShop('SKU-3').regular_price = '99.00'
    expect(await s.compare()).toMatchObject({ shown: 3, differing: { price: 1 } })
  })

  test.each([
    ['is cut within a letter of two halves', `${'x'.repeat(499)}😀`, 'x'.repeat(499)],
    ['holds marks that no text may hold', 'no\ud83d \0good', 'no\ufffd good'],
  ])('a refusal that %s is kept', async (_, message, kept) => {
    const s = await t.store(1)
    const body = { create: [{ id: 0, error: { code: 'woocommerce_x', message } }] }
    t.market.mischief.push({ pattern: /POST/, answer: { body } })
    expect((await s.update()).result).toMatchObject({ refused: 1 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({ refused_text: kept })
  })

  test('an invalid currency counts as unknown', async () => {
    t.shop.currency = 'U\0S'
    const s = await t.store(1)
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect(await s.store()).toMatchObject({ shop_currency: null, stopped_reason: null })
  })

  test('an order with a SKU that contains invalid characters is listed', async () => {
    const order = orderOf(500, 1, 1)
    t.shop.orders.push({ ...order, lines: order.lines.map((line) => ({ ...line, sku: 'SKU\0-1' })) })
    const { body } = await ordersOf(h, t.c, await t.store(1)).list()
    expect(body.orders.map((one: { lines: { sku: string }[] }) => one.lines[0]!.sku)).toEqual(['SKU-1'])
  })
})

test('a product sold at a wrong price is sent the right price, not its old stock', async () => {
  const s = await t.store()
  await s.update()
  Object.assign(inShop('SKU-1'), { regular_price: '1.00', stock_quantity: 2 })
  await s.compare()
  await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
  await s.update()
  expect(inShop('SKU-1')).toMatchObject({ regular_price: '12.50', stock_quantity: 2 })
})

describe('a market that shows almost none of the products it was sent', () => {
  test('is not believed, and products that sell out later are still taken down there', async () => {
    const s = await t.store(12)
    await s.update()
    // by their SKUs and by their ids, each twice
    t.market.mischief.push({ pattern: /GET .*products\?/, times: 4, answer: { body: [] } })
    const compared = await s.compare('discarded')
    expect(compared).toMatchObject({
      differing: {},
      decided_reason:
        '12 of 12 products are missing from the market (limit 20%), so nothing was changed. If they really are missing, resend everything.',
    })
    expect(await s.store()).toMatchObject({ behind_since: null })
    await s.change(sql`quantity = 0`, ['SKU-1'])
    await s.update()
    expect(inShop('SKU-1').stock_quantity).toBe(0)
    expect(await s.compare()).toMatchObject({ shown: 12, differing: {} })
  })

  test('is not believed even if missing products would be created again at once', async () => {
    const s = await t.store(12, { missing_lookup_products: true })
    await s.update()
    // by their SKUs and by their ids, each twice
    t.market.mischief.push({ pattern: /GET .*products\?/, times: 4, answer: { body: [] } })
    expect(await s.compare('discarded')).toMatchObject({ differing: {} })
    expect((await s.update()).result).toMatchObject({ sent: 0 })
    expect(t.shop.products.size).toBe(12)
  })

  test('is believed once a full update was sent and it knows none of the products', async () => {
    const s = await t.store(12)
    await s.update()
    t.shop.products.clear()
    await s.compare('discarded')
    const { body } = await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'full' })
    await waitUntil(
      () => t.c.get(`${s.path}/${body.store_update_id}`),
      (a) => a.body.update.state === 'sent' && a.body.update.refused === 12,
    )
    expect([...(await s.shown()).values()].filter((one) => one.in_store)).toEqual([])
    await s.change(sql`quantity = 9`, ['SKU-1'])
    await s.update()
    expect(inShop('SKU-1').stock_quantity).toBe(9)
  })

  test('is asked a second time for the missing products only', async () => {
    const s = await t.store()
    await s.update()
    const left = inShop('SKU-2')
    const leaves = () => void t.shop.products.delete(left.id)
    const shows = () => void t.shop.products.set(left.id, left)
    const at = /GET .*products\?sku=/
    t.market.mischief.push(
      { pattern: at, meanwhile: leaves, executesFirst: true },
      { pattern: at, meanwhile: shows, executesFirst: true },
    )
    t.market.asked.length = 0
    expect(await s.compare()).toMatchObject({ shown: 3, differing: {} })
    expect(t.market.asked.map(({ query }) => query.get('sku') ?? query.get('include'))).toEqual([
      'SKU-1,SKU-2,SKU-3',
      String(left.id),
      'SKU-2',
    ])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: true })
    leaves()
    expect(await s.compare()).toMatchObject({ shown: 3, differing: { gone: 1 } })
  })

  test('is believed if only a few are missing', async () => {
    const s = await t.store(60)
    await s.update()
    for (const { id, sku } of t.shop.products.values()) if (/^SKU-1\d?$/.test(sku)) t.shop.products.delete(id)
    expect(await s.compare()).toMatchObject({ shown: 60, differing: { gone: 11 } })
    expect([...(await s.shown()).values()].filter((one) => !one.in_store)).toHaveLength(11)
  })
})
