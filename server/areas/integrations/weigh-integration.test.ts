import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { IntegrationDetails } from '#contract/integrations/integrations.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'

const h = harness()
const market_id = 201
let c: Client
let s: Awaited<ReturnType<typeof makeApiStore>>
let path: string
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id, market_name: 'WooCommerce' }).execute()
})
beforeEach(async () => {
  s = await makeApiStore(h, c, { market_id, address: 'https://shop.example.com', token: 't', products: 40 })
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

test('a preview of settings that change nothing shows no changes and saves nothing', async () => {
  expect(await changes({})).toEqual(all)
  expect((await c.get(path)).body.integration.quantity_buffer).toBe(0)
  expect((await c.post('/api/activity-log/search', { vendor_id: s.vendor_id })).body.logs).toMatchObject([
    { type: 'pricing.save' },
  ])
})

test('a preview shows that a buffer would sell everything out and that the update would need approval', async () => {
  expect(await changes({ quantity_buffer: 5 })).toEqual({
    ...all,
    zeroed: 39,
    dropped: 1,
    asks: ['39 of 39 products in stock would sell out (limit 20%)'],
  })
  expect(await changes({ include_msrp: true })).toEqual({ ...all, list_price_changed: 39 })
  expect(await changes({ quantity_buffer: 2 })).toEqual({ ...all, quantity_changed: 39 })
})

test('a preview counts products that would no longer be sent, or only in part', async () => {
  expect(await changes({ store_synchronize: false })).toEqual({ ...all, silenced: 39, dropped: 1 })
  expect(await changes({ market_is_on: false })).toEqual({ ...all, silenced: 39, dropped: 1 })
  expect(await changes({ skip_price_updates: true })).toEqual({ ...all, prices_left: 39 })
  expect(await changes({ skip_quantity_updates: true })).toEqual({ ...all, quantities_left: 39 })
  expect(await changes({ full_product_import: false })).toEqual({ ...all, contents_left: 39 })
})

test('a preview counts removed products that would be deleted', async () => {
  await s.change(sql`gone_tm = now()`, ['SKU-1', 'SKU-2', 'SKU-40'])
  expect(await changes({ delete_market_products: true })).toEqual({ products: 39, selling: 37, deleted: 2 })
})

test('a preview counts products hidden, deleted or back for sale, and hidden or deleted ones need approval like sold-out ones', async () => {
  const ten = Array.from({ length: 10 }, (_, i) => `SKU-${i + 1}`)
  await s.change(sql`categories = 'Sport > Rifles'`, ten)
  expect(await changes({ firearms_allowed: true })).toMatchObject({ selling: 29, restocked: 10 })
  expect((await c.post(path, { integration: { firearms_allowed: true } })).status).toBe(200)
  const asks = ['10 of 39 products in stock would sell out (limit 20%)']
  expect(await changes({ firearms_allowed: false })).toMatchObject({ ...all, hidden: 10, asks })
  await s.change(sql`gone_tm = now()`, ten)
  expect(await changes({ delete_market_products: true })).toMatchObject({ deleted: 10, asks })
})

test('deleting products that the store shows as inactive needs no approval', async () => {
  const ten = Array.from({ length: 10 }, (_, i) => `SKU-${i + 1}`)
  await sql`
    update store_product
    set active = false
    where vendor_store_id = ${s.vendor_store_id}
      and product_id in (
        select product_id
        from product
        where dropshipper_id = ${s.dropshipper_id} and sku = any(${ten}::text[]))`.execute(h.services.db)
  await s.change(sql`gone_tm = now()`, ten)
  expect(await changes({ delete_market_products: true })).toEqual({ products: 40, selling: 29, deleted: 10 })
})

test('large price changes are counted by the store’s bound', async () => {
  await s.change(sql`map_price = 20`, ['SKU-1', 'SKU-2', 'SKU-3'])
  await sql`
    update store_product
    set price = 20
    where vendor_store_id = ${s.vendor_store_id}
      and product_id in (select product_id from product where map_price = 20)`.execute(h.services.db)
  expect(await changes({ sell_below_map: true })).toEqual({ ...all, price_changed: 3, price_beyond: 3 })
})

test('activating adds the integration’s products, and unconnected stores are left out', async () => {
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

test('a paused integration, or one whose supplier is closed to its vendor, changes nothing in its stores', async () => {
  const { db } = h.services
  const none = { complete: true, stores: [{ products: 0, zeroed: 0 }] }
  const freeze = (paused_at: string | null) =>
    db.updateTable('vendor_market_map').set({ paused_at }).where('vendor_id', '=', s.vendor_id).execute()
  await freeze(new Date().toISOString())
  expect(await weighed({ quantity_buffer: 5 })).toMatchObject(none)
  await freeze(null)
  expect(await changes({ quantity_buffer: 5 })).toMatchObject({ zeroed: 39 })
  await db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', s.dropshipper_id)
    .execute()
  expect(await weighed({ quantity_buffer: 5 })).toMatchObject(none)
})

test('an out-of-stock product that a custom feed adds is counted', async () => {
  const { db } = h.services
  const { dropshipper_id, vendor_id } = s
  const { rows } = await sql<{ feed_id: number }>`
    with own as (
      insert into vendor_custom_feed (vendor_id, dropshipper_id, active, add_out_of_stock_product)
      values (${vendor_id}, ${dropshipper_id}, true, true)
      returning vendor_custom_feed_id)
    insert into feed (dropshipper_id, vendor_custom_feed_id, source, format)
    select ${dropshipper_id}::int, vendor_custom_feed_id, '{}', '{}'
    from own
    returning feed_id`.execute(db)
  const { feed_id } = rows[0]!
  await sql`
    with ran as (
      insert into feed_run (feed_id, dropshipper_id, state)
      values (${feed_id}, ${dropshipper_id}, 'applied')
      returning feed_run_id)
    update feed set current_run_id = (select feed_run_id from ran) where feed_id = ${feed_id}`.execute(db)
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, quantity,
      wholesale_price)
    values (${feed_id}, ${dropshipper_id}, 1, 1, 1, 'OWN-1', 0, 10)`.execute(db)
  expect(await changes({ is_activated: 0 })).toMatchObject({ dropped: 2 })
})

test('what can’t be counted in ten seconds is reported as left out', async () => {
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, quantity)
    select feed_id, dropshipper_id, i, 1, 1, 'MORE-' || i, 5
    from generate_series(1, 2000) i, product
    where sku = 'SKU-1' and dropshipper_id = (
      select dropshipper_id from vendor_market_map where vendor_id = ${s.vendor_id})`.execute(h.services.db)
  expect(await weighed({ quantity_buffer: 5 })).toMatchObject({
    complete: true,
    stores: [{ products: 2040 }],
  })
  const now = performance.now.bind(performance)
  const start = now()
  vi.spyOn(performance, 'now').mockImplementation(() => start + (now() - start) * 1e6)
  try {
    const { complete, stores } = await weighed({ quantity_buffer: 5 })
    expect({ complete, products: stores[0].products }).toEqual({ complete: false, products: 2000 })
  } finally {
    vi.restoreAllMocks()
  }
})

test('a preview waits for a slow database for ten seconds at most', async () => {
  const { integration } = (await c.get(path)).body
  const { pool } = h.services.database
  await pool.query(`
    alter table product rename to slow_product;
    create view product as select * from slow_product where pg_sleep(1) is not null`)
  try {
    const from = performance.now()
    const { body } = await c.post(`${path}/preview`, { integration: { ...integration, quantity_buffer: 5 } })
    expect(body).toMatchObject({ complete: false, stores: [{ products: 0 }] })
    expect((performance.now() - from) / 1000).toBeCloseTo(10, 0)
  } finally {
    await pool.query('drop view product; alter table slow_product rename to product')
  }
})

test('another vendor’s integration is not found, and invalid amounts are refused', async () => {
  const { integration } = (await c.get(path)).body
  const theirs = path.replace(`/${s.vendor_id}/`, '/1/')
  expect((await c.post(`${theirs}/preview`, { integration })).status).toBe(404)
  const wrong = { ...integration, weight_scale: '0' }
  expect((await c.post(`${path}/preview`, { integration: wrong })).status).toBe(400)
})
