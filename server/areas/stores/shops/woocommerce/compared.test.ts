import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { wooShelf, wooTests } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const t = wooTests(h)
const inShop = () => wooShelf(t.shop)

describe('a WooCommerce shop', () => {
  test('is compared with what it was sent: only what would sell wrongly is sent again', async () => {
    const s = await t.store(7)
    await s.update()
    const there = new Map([...t.shop.products.values()].map((one) => [one.sku, one]))
    there.get('SKU-1')!.regular_price = '99.00'
    there.get('SKU-2')!.stock_quantity = 50
    there.get('SKU-3')!.stock_quantity = 4
    there.get('SKU-4')!.status = 'draft'
    t.shop.products.delete(there.get('SKU-5')!.id)
    await s.change(sql`quantity = 0, product_status_id = 2`, ['SKU-6'])
    await s.update()
    t.shop.products.get(there.get('SKU-6')!.id)!.status = 'publish'
    t.market.asked.length = 0
    const compared = await s.compare()
    expect(compared).toMatchObject({
      state: 'compared',
      shown: 7,
      differing: { price: 1, more: 1, sold: 1, less: 1, hidden: 1, gone: 1 },
    })
    // of the one that was left out by its id, too, and all of that once more
    expect(t.market.asked.map((one) => one.method)).toEqual(['GET', 'GET', 'GET', 'GET'])
    expect((await s.calls()).at(-2)).toMatchObject({ told: 'compared', state: 'done', products: 7 })
    expect(await s.store()).toMatchObject({ behind_since: expect.any(String) })
    const { body } = await t.c.get(`${s.path}/${compared.store_update_id}`)
    expect(body.lines.find((one: { sku: string }) => one.sku === 'SKU-1')).toMatchObject({
      differs: 'price',
      before: { price: '12.50' },
      after: { price: '99.00' },
    })
    // a price that somebody else set is no small move: the gate may ask, so it is let through here
    await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
    expect((await s.update()).result).toMatchObject({ sent: 3 })
    expect(inShop()).toEqual(
      new Map([
        ['SKU-1', { quantity: 5, price: '12.50', status: 'publish' }],
        ['SKU-2', { quantity: 5, price: '12.50', status: 'publish' }],
        ['SKU-3', { quantity: 4, price: '12.50', status: 'publish' }],
        ['SKU-4', { quantity: 5, price: '12.50', status: 'draft' }],
        ['SKU-6', { quantity: 0, price: '12.50', status: 'draft' }],
        ['SKU-7', { quantity: 5, price: '12.50', status: 'publish' }],
      ]),
    )
    // what is gone is made anew once it changes
    await s.change(sql`quantity = 9`, ['SKU-5'])
    await s.update()
    expect(inShop().get('SKU-5')).toMatchObject({ quantity: 9 })
    expect(await s.compare()).toMatchObject({ shown: 7, differing: { less: 1, hidden: 1 } })
  })

  test('is sent its list price again if it shows another', async () => {
    const s = await t.store(3, { include_msrp: true })
    await s.update()
    const [, other, none] = [...t.shop.products.values()]
    expect(other).toMatchObject({ regular_price: '30.00', sale_price: '12.50' })
    other!.regular_price = '45.00'
    none!.regular_price = '12.50'
    none!.sale_price = ''
    expect((await s.compare()).differing).toEqual({ list: 2 })
    expect((await s.update()).result).toMatchObject({ sent: 2 })
    expect([...t.shop.products.values()].map((one) => one.regular_price)).toEqual(['30.00', '30.00', '30.00'])
    expect((await s.compare()).differing).toEqual({})
  })

  test('that reaches its rate limit is compared from where it stopped', async () => {
    const s = await t.store(150)
    await s.update()
    t.market.mischief.push(
      { pattern: /GET .*SKU-1%2C/ },
      { pattern: /GET/, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } },
    )
    const { body } = await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })
    const state = () => t.c.get(`${s.path}/${body.store_update_id}`)
    await waitUntil(s.store, (one) => one.waits_until !== null)
    expect((await state()).body.update).toMatchObject({ shown: 100, state: 'planning' })
    await s.update()
    expect((await state()).body.update).toMatchObject({ shown: 150, state: 'compared', differing: {} })
    expect((await s.calls()).filter((one) => one.told === 'compared').map((one) => one.products)).toEqual([
      100, 50, 50,
    ])
  })
})
