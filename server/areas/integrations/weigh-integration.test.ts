import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { IntegrationDetails } from '#contract/integrations/integrations.ts'
import { sql } from '../../platform/db.ts'
import { harness, staff, type Client } from '../../test/harness.ts'
import { toldStore } from '../../test/told-stores.ts'

const h = harness()
const market_id = 201
let c: Client
let s: Awaited<ReturnType<typeof toldStore>>
let path: string
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id, market_name: 'WooCommerce' }).execute()
})
beforeEach(async () => {
  s = await toldStore(h, c, { market_id, address: 'https://shop.example.com', token: 't', products: 40 })
  const { db } = h.services
  await sql`
    insert into store_product (vendor_store_id, product_id, in_store, quantity, price, active)
    select ${s.vendor_store_id}::int, product_id, true, quantity, 12.50, true
    from product
    where sku <> 'SKU-40' and dropshipper_id = (
      select dropshipper_id from vendor_market_map where vendor_id = ${s.vendor_id})`.execute(db)
  const { vendor_market_map_id } = await db
    .selectFrom('vendor_market_map')
    .select('vendor_market_map_id')
    .where('vendor_id', '=', s.vendor_id)
    .executeTakeFirstOrThrow()
  path = `/api/vendor/${s.vendor_id}/integration/${vendor_market_map_id}`
})

async function weighed(change: Partial<IntegrationDetails> = {}) {
  const { integration } = (await c.get(path)).body
  const { body, status } = await c.post(`${path}/preview`, { integration: { ...integration, ...change } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** What of the one store isn't nought. */
async function changes(change: Partial<IntegrationDetails>) {
  const { complete, stores } = await weighed(change)
  expect(complete).toBe(true)
  expect(stores).toHaveLength(1)
  const { vendor_store_id: _id, vendor_store_name: _name, price_bound_percent: _bound, ...of } = stores[0]
  return Object.fromEntries(
    Object.entries(of).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== 0 && value !== null,
    ),
  )
}
// one product isn't in the store yet
const all = { products: 40, selling: 39 }

test('settings that change nothing are told so, and change nothing', async () => {
  expect(await changes({})).toEqual(all)
  expect((await c.get(path)).body.integration.quantity_buffer).toBe(0)
  expect((await c.post('/api/activity-log/search', { vendor_id: s.vendor_id })).body.logs).toMatchObject([
    { type: 'pricing.save' },
  ])
})

test('a buffer that sells all out says so, and that its update would wait for a decision', async () => {
  expect(await changes({ quantity_buffer: 5 })).toEqual({
    ...all,
    zeroed: 39,
    dropped: 1,
    asks: ['39 of 39 products in stock would go to 0, more than 20 %'],
  })
  expect(await changes({ include_msrp: true })).toEqual({ ...all, list_price_changed: 39 })
  expect(await changes({ quantity_buffer: 2 })).toEqual({ ...all, quantity_changed: 39 })
})

test('what is told nothing any more, or only in part, is counted', async () => {
  expect(await changes({ store_synchronize: false })).toEqual({ ...all, silenced: 39, dropped: 1 })
  expect(await changes({ market_is_on: false })).toEqual({ ...all, silenced: 39, dropped: 1 })
  expect(await changes({ skip_price_updates: true })).toEqual({ ...all, prices_left: 39 })
  expect(await changes({ skip_quantity_updates: true })).toEqual({ ...all, quantities_left: 39 })
  expect(await changes({ full_product_import: false })).toEqual({ ...all, contents_left: 39 })
})

test('gone products are counted where they would be deleted', async () => {
  await s.change(sql`gone_tm = now()`, ['SKU-1', 'SKU-2', 'SKU-40'])
  expect(await changes({ delete_market_products: true })).toEqual({ products: 39, selling: 37, deleted: 2 })
})

test('prices that move too far are counted by the bound of the store', async () => {
  await s.change(sql`map_price = 20`, ['SKU-1', 'SKU-2', 'SKU-3'])
  await sql`
    update store_product
    set price = 20
    where vendor_store_id = ${s.vendor_store_id}
      and product_id in (select product_id from product where map_price = 20)`.execute(h.services.db)
  expect(await changes({ sell_below_map: true })).toEqual({ ...all, price_changed: 3, price_beyond: 3 })
})

test('what is activated adds its products; a store that takes nothing is left out', async () => {
  const { db } = h.services
  await db
    .updateTable('vendor_market_map')
    .set({ is_activated: 0 })
    .where('vendor_id', '=', s.vendor_id)
    .execute()
  expect(await changes({ is_activated: 1 })).toMatchObject({ created: 1, products: 40 })
  await db
    .updateTable('vendor_store')
    .set({ drop_to: JSON.stringify({ kind: 'none' }) })
    .where('vendor_store_id', '=', s.vendor_store_id)
    .execute()
  expect(await weighed({ quantity_buffer: 5 })).toEqual({ complete: true, stores: [] })
})

test('another vendor’s integration is none, and amounts that fit nothing are refused', async () => {
  const { integration } = (await c.get(path)).body
  const theirs = path.replace(`/${s.vendor_id}/`, '/1/')
  expect((await c.post(`${theirs}/preview`, { integration })).status).toBe(404)
  const wrong = { ...integration, weight_scale: '0' }
  expect((await c.post(`${path}/preview`, { integration: wrong })).status).toBe(400)
})
