import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { harness } from '#server/test/harness.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'

const h = harness({ worker: true })
const token = 'shpss_secret'
const of = { market_id: 39, market_name: 'Shopify', subpath: '/admin', login: 'client-1', token }
const t = marketTests(h, of, () => {
  const shop = shopify({ token: 'shpat_none' })
  shop.client = { id: 'client-1', secret: token }
  return shop
})
const grants = () => t.market.asked.filter(({ path }) => path === '/admin/oauth/access_token')

test('a Shopify app’s client secret is exchanged for a token, and goes into no other request', async () => {
  const s = await t.store(2)
  expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
  expect(t.shop.products.size).toBe(2)
  expect(grants().length).toBeGreaterThan(0)
  const others = t.market.asked.filter((one) => !grants().includes(one))
  expect(JSON.stringify(others)).not.toContain(token)
  expect(new Set(others.map(({ headers }) => headers['x-shopify-access-token']?.slice(0, 10)))).toEqual(
    new Set(['shpat_day_']),
  )
})

test('a token that ends meanwhile is renewed before its next request', async () => {
  // shorter than the minute before its end in which it is renewed
  t.shop.tokenSeconds = 30
  const s = await t.store(2)
  expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
  const used = t.market.asked.flatMap(({ headers }) => headers['x-shopify-access-token'] ?? [])
  expect(new Set(used).size).toBe(used.length)
})

test('two updates at once have a token each, and neither ends the other’s', async () => {
  const stores = [await t.store(1), await t.store(1)]
  await sql`
    update product
    set sku = sku || '-' || feed_id`.execute(h.services.db)
  const updates = await Promise.all(stores.map((s) => s.update()))
  expect(updates.map(({ result }) => result.refused)).toEqual([0, 0])
})

test('a wrong client secret stops the store, and says what to check', async () => {
  const s = await t.store(1)
  t.shop.client = { id: 'client-1', secret: 'shpss_other' }
  expect((await s.update()).reason).toContain('Shopify refused the client ID or secret.')
  expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('client ID') })
  const stored = JSON.stringify([await s.store(), await s.calls()])
  expect(stored).not.toContain(token)
})
