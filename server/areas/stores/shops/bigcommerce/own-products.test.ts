import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { harness } from '#server/test/harness.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'

const h = harness({ worker: true })
const token = 'bc_secret'
const of = { market_id: 202, market_name: 'BigCommerce', subpath: '/v3/', token }
const t = marketTests(h, of, () => bigCommerce({ token, now: () => 0 }))
const productOf = (sku: string) =>
  [...t.shop.products.values()].find(({ variants }) => variants.some((own) => own.sku === sku))!
const variantOf = (sku: string) => productOf(sku).variants.find((own) => own.sku === sku)!
const stockItems = () =>
  t.market.asked
    .filter(({ path }) => path.endsWith('/inventory/adjustments/absolute'))
    .map(({ body }) => JSON.parse(body).items[0])
const store = async (products: number) => {
  const s = await t.store(products)
  await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
  return s
}
const cost = (s: Awaited<ReturnType<typeof t.store>>, amount: number) =>
  s.change(sql`wholesale_price = ${amount}, content_hash = content_hash + 1000`, ['SKU-1'])

// rules of bigcommerce/docs 24f580c (2026-04-01), reference/inventory.v3.yml and catalog
describe('the stock of a BigCommerce product', () => {
  test('is sent by variant if it is tracked by variant', async () => {
    t.shop.add({ name: 'Shirt', inventory_tracking: 'variant' }, [{ sku: 'SKU-1' }, { sku: 'OWN' }])
    const s = await store(1)
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(stockItems()).toEqual([{ location_id: 1, variant_id: variantOf('SKU-1').id, quantity: 5 }])
    expect(productOf('OWN').variants.map((own) => own.inventory_level)).toEqual([5, 0])
    expect(await s.compare()).toMatchObject({ shown: 1, differing: {} })
  })

  test('isn’t sent for one of several variants whose stock is tracked together', async () => {
    t.shop.add({ name: 'Shirt', inventory_tracking: 'product' }, [{ sku: 'SKU-1' }, { sku: 'OWN' }])
    const s = await store(2)
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({
      refused_text: expect.stringContaining('Track it by variant in BigCommerce.'),
    })
    expect(variantOf('SKU-2').inventory_level).toBe(5)
  })

  test('is sent the other way once the shop tracks it so', async () => {
    const s = await store(3)
    await s.update()
    productOf('SKU-2').inventory_tracking = 'variant'
    await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2', 'SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect(['SKU-1', 'SKU-2', 'SKU-3'].map((sku) => variantOf(sku).inventory_level)).toEqual([0, 0, 0])
    expect(stockItems()).toHaveLength(2)
    // it is remembered
    await s.change(sql`quantity = 4`, ['SKU-2'])
    await s.update()
    expect(stockItems().at(-1)).toMatchObject({ variant_id: variantOf('SKU-2').id })
    expect(stockItems()).toHaveLength(3)
  })

  test('is sent by what is tracked for a product that was saved without it', async () => {
    const s = await store(2)
    await s.update()
    await sql`
      update store_product
      set remote = remote - 'stock'
      where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
    productOf('SKU-2').inventory_tracking = 'variant'
    await s.change(sql`quantity = 3`, ['SKU-1', 'SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
    expect(['SKU-1', 'SKU-2'].map((sku) => variantOf(sku).inventory_level)).toEqual([3, 3])
    expect(stockItems()).toHaveLength(1)
  })

  test('is sent after the shop took only a part of the new product', async () => {
    const s = await store(1)
    t.market.mischief.push({
      pattern: /POST .*catalog\/products/,
      answer: {
        status: 207,
        body: { data: [{ id: 7, base_variant_id: 8 }], errors: { title: 'Stock failed' } },
      },
    })
    t.shop.products.set(7, {
      ...t.shop.add({ name: 'Product 1', inventory_tracking: 'product' }, []),
      id: 7,
      variants: [
        { id: 8, sku: 'NEW', price: null, sale_price: null, retail_price: null, inventory_level: 0 },
      ],
    })
    t.shop.products.delete(101)
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(stockItems()).toEqual([{ location_id: 1, product_id: 7, quantity: 5 }])
    expect((await s.shown()).get('SKU-1')).toMatchObject({ remote: { product: 7, variant: 8 } })
  })
})

describe('the sale price of a BigCommerce product', () => {
  test.each([
    ['its variant', () => (variantOf('SKU-1').sale_price = 4)],
    ['the product', () => (productOf('SKU-1').sale_price = 4)],
  ])('is read as its price, and cleared by the next one, if it is of %s', async (_what, put) => {
    const s = await store(1)
    await s.update()
    put()
    expect(await s.compare()).toMatchObject({ differing: { price: 1 } })
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(variantOf('SKU-1')).toMatchObject({ price: 12.5, sale_price: null })
    expect(productOf('SKU-1').sale_price).toBe(0)
    expect(await s.compare()).toMatchObject({ differing: {} })
  })

  test('stays for the other variants of its product', async () => {
    t.shop.add({ name: 'Shirt', inventory_tracking: 'variant', sale_price: 4 }, [
      { sku: 'SKU-1' },
      { sku: 'OWN', price: 9 },
    ])
    const s = await store(1)
    await s.update()
    expect(await s.compare()).toMatchObject({ differing: {} })
    await cost(s, 20)
    await s.update()
    expect(variantOf('SKU-1')).toMatchObject({ price: 22.5, sale_price: 22.5 })
    expect(productOf('OWN')).toMatchObject({ sale_price: 4 })
    expect(variantOf('OWN')).toMatchObject({ price: 9, sale_price: null })
  })
})

test('a BigCommerce SKU that two products have is no product of ours', async () => {
  const s = await store(12)
  await s.update()
  t.shop.products.delete(productOf('SKU-1').id)
  for (const name of ['One', 'Two']) t.shop.add({ name }, [{ sku: 'SKU-1' }])
  expect(await s.compare()).toMatchObject({ differing: { gone: 1 } })
  expect((await s.shown()).get('SKU-1')).toMatchObject({ in_store: false })
})
