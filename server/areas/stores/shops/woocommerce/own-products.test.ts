import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness } from '#server/test/harness.ts'
import { wooShelf, wooTests } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const t = wooTests(h)
const inShop = () => wooShelf(t.shop)
const put = (id: number, sku: string, more: object = {}) =>
  t.shop.products.set(id, {
    id,
    sku,
    status: 'publish',
    stock_quantity: 1,
    regular_price: '20',
    sale_price: '',
    ...more,
  })
const productOf = (sku: string) => [...t.shop.products.values()].find((product) => product.sku === sku)!
/** A product with variations, one of which has our SKU. */
const putVariation = () => {
  put(7, 'SHIRT', { type: 'variable', regular_price: '' })
  put(8, 'SKU-2', { type: 'variation', parent_id: 7 })
}

// answers and rules as WooCommerce 10.2.4 gave them on 2026-11-27
describe('what a shopkeeper made in a WooCommerce shop', () => {
  test('is sold at what is sent if it is a variation, and hidden and shown at its product', async () => {
    putVariation()
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect(inShop().get('SKU-2')).toEqual({ quantity: 5, price: '12.50', status: 'publish' })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: true, remote: { id: 8, parent: 7 } })
    await s.change(sql`quantity = 0, product_status_id = 2`, ['SKU-1', 'SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 0, status: 'private' })
    await s.change(sql`quantity = 3, product_status_id = 1`, ['SKU-1', 'SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 3, status: 'publish' })
    expect(await s.compare()).toMatchObject({ shown: 3, differing: {} })
  })

  test('has one SKU whatever its case: another of ours with that is refused, not sent over it', async () => {
    put(7, 'SKU-1')
    const s = await t.store(2)
    await s.change(sql`sku = 'sku-1', quantity = 9`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 1 })
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 5 })
    expect((await s.shown()).get('sku-1')).toMatchObject({ in_store: false, refused_why: 'conflict' })
  })

  test('is removed at its product if it is a variation', async () => {
    putVariation()
    const s = await t.store(3, { delete_market_products: true })
    await s.update()
    await s.change(sql`gone_tm = now()`, ['SKU-1', 'SKU-2'])
    await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
    expect([...inShop().keys()].toSorted()).toEqual(['SHIRT', 'SKU-3'])
  })

  test('is missing once the product of a variation is gone', async () => {
    putVariation()
    const s = await t.store()
    await s.update()
    t.market.mischief.push({
      pattern: /POST .*variations/,
      answer: { status: 404, body: { code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.' } },
    })
    await s.change(sql`quantity = 9`, ['SKU-1', 'SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_why: 'missing' })
    expect(await s.store()).toMatchObject({ stopped_reason: null })
  })

  test('is refused a price if only its variations have prices', async () => {
    put(7, 'SKU-2', { type: 'variable', regular_price: '' })
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      refused_why: 'invalid',
      refused_text: 'This product has variations, and only they have prices.',
    })
  })

  test('is sold at the price that is sent, whatever the dates of an earlier sale', async () => {
    put(7, 'SKU-1', { sale_price: '9', date_on_sale_to: '2026-02-01T00:00:00' })
    const s = await t.store(2, { include_msrp: true })
    expect((await s.update()).result).toMatchObject({ sent: 2 })
    expect(productOf('SKU-1')).toMatchObject({
      regular_price: '30.00',
      sale_price: '12.50',
      date_on_sale_to: null,
    })
    expect((await s.compare()).differing).toEqual({})
    // a sale that ends is read as what buyers pay then
    Object.assign(productOf('SKU-2'), { date_on_sale_to: '2026-02-01T00:00:00' })
    expect((await s.compare()).differing).toEqual({ price: 1 })
  })

  test('keeps its attributes beside the brand', async () => {
    const color = { id: 3, name: 'Color', options: ['Red', 'Blue'], visible: true, variation: false }
    put(7, 'SKU-1', { attributes: [color] })
    const s = await t.store(1)
    await s.update()
    const withBrand = (brand: string) => [color, { name: 'Brand', visible: true, options: [brand] }]
    expect(productOf('SKU-1').attributes).toEqual(withBrand('Acme'))
    await s.change(sql`manufacturer = 'Bolt', content_hash = content_hash + 1`, ['SKU-1'])
    await s.update()
    expect(productOf('SKU-1').attributes).toEqual(withBrand('Bolt'))
  })

  test('keeps its status: a quantity neither publishes nor restores a product', async () => {
    const s = await t.store(5)
    await s.update()
    const statuses = { 'SKU-1': 'private', 'SKU-2': 'pending', 'SKU-3': 'draft', 'SKU-4': 'trash' }
    for (const [sku, status] of Object.entries(statuses)) productOf(sku).status = status
    const all = ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4', 'SKU-5']
    const shownStatuses = () => all.map((sku) => productOf(sku).status)
    const set = async (to: ReturnType<typeof sql>) => {
      await s.change(to, all)
      await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
      expect((await s.update()).result).toMatchObject({ sent: 5, refused: 0 })
    }
    await set(sql`quantity = 9`)
    expect(shownStatuses()).toEqual(['private', 'pending', 'draft', 'trash', 'publish'])
    await set(sql`quantity = 0, product_status_id = 2`)
    expect(shownStatuses()).toEqual(['private', 'pending', 'draft', 'trash', 'draft'])
    // only what we hid is shown again
    await set(sql`quantity = 4, product_status_id = 1`)
    expect(shownStatuses()).toEqual(['private', 'pending', 'draft', 'trash', 'publish'])
    expect(all.map((sku) => productOf(sku).stock_quantity)).toEqual([4, 4, 4, 4, 4])
  })

  test('is shown again even if the answer about hiding it was lost', async () => {
    const s = await t.store(1)
    await s.update()
    await s.change(sql`quantity = 0, product_status_id = 2`, ['SKU-1'])
    await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
    t.market.mischief.push({ pattern: /POST/, losesAnswer: true })
    await s.update()
    expect(productOf('SKU-1').status).toBe('draft')
    await s.change(sql`quantity = 4, product_status_id = 1`, ['SKU-1'])
    await s.update()
    expect(productOf('SKU-1').status).toBe('publish')
  })
})

describe('SKUs that a WooCommerce shop rewrites', () => {
  const skus = ['A<B', 'A  C', 'case-1', 'A&D']
  const rename = async (s: Awaited<ReturnType<typeof t.store>>) => {
    for (const [i, sku] of skus.entries()) await s.change(sql`sku = ${sku}`, [`SKU-${i + 1}`])
  }

  test('are found and compared as sent', async () => {
    const s = await t.store(4)
    await rename(s)
    put(7, 'CASE-1')
    t.market.mischief.push({ pattern: /POST/, losesAnswer: true })
    expect((await s.update()).result).toMatchObject({ sent: 4, refused: 0 })
    expect([...inShop().keys()].toSorted()).toEqual(['A C', 'A&D', 'A&lt;B', 'CASE-1'])
    expect(await s.compare()).toMatchObject({ shown: 4, differing: {} })
    await s.change(sql`quantity = 9`, skus)
    expect((await s.update()).result).toMatchObject({ sent: 4, refused: 0 })
    expect([...inShop().values()].map(({ quantity }) => quantity)).toEqual([9, 9, 9, 9])
  })

  test('are found by their ids after a person renamed them', async () => {
    const s = await t.store(2)
    await s.update()
    productOf('SKU-1').sku = 'RENAMED'
    expect(await s.compare()).toMatchObject({ shown: 2, differing: {} })
    productOf('RENAMED').regular_price = '99.00'
    expect(await s.compare()).toMatchObject({ differing: { price: 1 } })
  })
})
