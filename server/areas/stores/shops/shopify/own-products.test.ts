import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { harness } from '#server/test/harness.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'

const h = harness({ worker: true })
const token = 'shpat_secret'
const of = { market_id: 39, market_name: 'Shopify', subpath: '/admin', token }
const t = marketTests(h, of, () => shopify({ token, now: () => 0 }))
const productOf = (sku: string) =>
  [...t.shop.products.values()].find(({ variants }) => variants.some((own) => own.sku === sku))!
const quantityOf = (sku: string) => [...t.shop.stock.get(productOf(sku).variants[0]!.item)!.values()]

// rules of Shopify’s schema 2026-10, by @shopify/dev-mcp 1.16.0 (2026-09-28)
describe('a Shopify shop', () => {
  test('keeps a product unlisted, and has it so again after it was inactive', async () => {
    t.shop.add({ title: 'By link', status: 'UNLISTED' }, [{ sku: 'SKU-1' }])
    const s = await t.store(1)
    await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
    await s.update()
    expect(productOf('SKU-1').status).toBe('UNLISTED')
    expect(await s.compare()).toMatchObject({ shown: 1, differing: {} })
    await s.change(sql`quantity = 0, product_status_id = 2`, ['SKU-1'])
    await s.update()
    expect(productOf('SKU-1').status).toBe('DRAFT')
    await s.change(sql`quantity = 3, product_status_id = 1`, ['SKU-1'])
    await s.update()
    expect(productOf('SKU-1').status).toBe('UNLISTED')
  })

  test('stocks an item that it had not stocked by its quantity alone', async () => {
    const s = await t.store(1)
    await s.update()
    t.shop.stock.get(productOf('SKU-1').variants[0]!.item)!.clear()
    t.market.asked.length = 0
    await s.change(sql`quantity = 9`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(quantityOf('SKU-1')).toEqual([9])
    expect(t.market.asked.filter(({ body }) => /inventoryActivate/.test(body))).toEqual([])
  })

  test.each(['PREVIOUS_ATTEMPT_FAILED', 'KEY_PARAMETER_MISMATCH'])(
    'that refuses a key by %s is sent the quantity under another',
    async (failure) => {
      const s = await t.store(1)
      await s.update()
      t.shop.failsKeys.push(failure)
      await s.change(sql`quantity = 9`, ['SKU-1'])
      expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
      expect(quantityOf('SKU-1')).toEqual([9])
    },
  )

  test('that still works on a request with the same key is sent it again a little later', async () => {
    const s = await t.store(1)
    await s.update()
    t.shop.failsKeys.push('CONCURRENT_REQUEST')
    await s.change(sql`quantity = 9`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(quantityOf('SKU-1')).toEqual([9])
  })
})
