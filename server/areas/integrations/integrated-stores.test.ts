import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, manyRows, runFeed } from '#server/test/harness.ts'
import { integrationsOf } from '#server/test/integrations.ts'
import { updateNow } from '#server/test/stores/sellers.ts'

const h = harness({ worker: true })
const market_id = 9
const on = integrationsOf(h, market_id)
const { integrated, store, behind, upToDate, activity, get, save } = on

describe('an integrated store', () => {
  test('is out of date after every change to one of its vendor’s sending integrations', async () => {
    const path = await integrated()
    const shop = await store()
    const elsewhere = await store('Elsewhere', 39)
    for (const change of [{ sell_below_map: true }, { market_is_on: false }, { market_is_on: true }]) {
      await upToDate(shop)
      await save(path, change)
      expect(await behind(shop)).toBe(true)
      expect(await behind(elsewhere)).toBe(false)
    }
    await upToDate(shop)
    await save(path, { market_is_on: true })
    expect(await behind(shop)).toBe(false)
  })
  test('is sent everything after a reset, which is refused if full updates are off', async () => {
    const feed = await on.subscribed()
    const path = await integrated()
    expect((await on.c.post(`${path}/solr-reset`)).body.error.message).toBe(
      'This vendor has no store in this market',
    )
    const shop = await store()
    await feed.publish(manyRows(20))
    await runFeed(on.c, feed.feed_id)
    const update = async () => {
      await updateNow(on.c, shop)
      return (await get(`${path}/updates`))[0]
    }
    // one of them is out of stock
    await save(path, { upload_outofstock_product: true })
    expect(await update()).toMatchObject({ sent: 20, files: 1, vendor_store_name: 'Shop', reason: null })
    expect(await update()).toMatchObject({ sent: 0 })
    expect(await get(path)).toMatchObject({ sent_products: 20, active_products: 20 })
    const today = (await get(`${path}/update-days`)).at(-1)
    expect(today).toMatchObject({ sent: 20, refused: 0, succeeded: 2, failed: 0 })
    await save(path, { never_run_full_update: true })
    expect((await on.c.post(`${path}/solr-reset`)).status).toBe(409)
    await save(path, { never_run_full_update: false })
    await upToDate(shop)
    expect((await on.c.post(`${path}/solr-reset`)).body).toEqual({ products: 20 })
    expect(await behind(shop)).toBe(true)
    expect(await update()).toMatchObject({ sent: 20 })
    expect(await activity('integration.reset')).toHaveLength(1)
    expect(await get(`${path}/products?sku=SKU-1`)).toHaveLength(11)
    expect((await get(`${path}/products?sku=SKU-7`))[0]).toMatchObject({ sku: 'SKU-7', title: 'Product 7' })
    expect((await get(path)).last_update).toMatchObject({ failure: null })
  })
  test('in another market is unchanged by a reset', async () => {
    const path = await integrated()
    const [shop, elsewhere] = [await store(), await store('Elsewhere', 39)]
    const { db } = h.services
    await sql`
      with made as (
        insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku)
        select feed_id, dropshipper_id, 1, 1, 1, 'ONE'
        from feed
        where dropshipper_id = ${on.did}
        returning product_id)
      insert into store_product (vendor_store_id, product_id, seen_hash, in_store, quantity)
      select x, product_id, 1, true, 5
      from made, unnest(array[${shop}, ${elsewhere}]::int[]) x`.execute(db)
    expect((await on.c.post(`${path}/solr-reset`)).body).toEqual({ products: 1 })
    const { rows } = await sql<{ again: boolean }>`
      select again_tm is not null as again
      from store_product
      where vendor_store_id in (${shop}, ${elsewhere})
      order by vendor_store_id`.execute(db)
    expect(rows).toEqual([{ again: true }, { again: false }])
  })

  test('keeps another supplier’s products unchanged by a reset', async () => {
    const shop = await store()
    const product = async () => {
      const { rows } = await sql<{ product_id: number }>`
        insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku)
        select feed_id, dropshipper_id, 1, 1, 1, 'ONE'
        from feed
        where dropshipper_id = ${on.did}
        returning product_id`.execute(h.services.db)
      const { product_id } = rows[0]!
      await h.services.db
        .insertInto('store_product')
        .values({ vendor_store_id: shop, product_id, seen_hash: 1, in_store: true })
        .execute()
      return product_id
    }
    await integrated()
    const theirs = await product()
    await on.subscribed()
    const path = await integrated()
    await product()
    expect((await on.c.post(`${path}/solr-reset`)).body).toEqual({ products: 1 })
    // nor is it followed by this one's diagnosis
    expect((await on.c.post(`${path}/diagnose`, { product_id: theirs })).status).toBe(404)
  })
  test('is preselected if it is the only one, and chosen if there are several', async () => {
    const filled = async () => (await get(await integrated())).integration.vendor_store_id
    const shop = await store()
    expect(await filled()).toBe(shop)
    await store('Outlet')
    await on.subscribed()
    expect(await filled()).toBeNull()
  })

  test('shows why its last update failed, ignoring updates that a person stopped', async () => {
    const path = await integrated()
    const shop = await store()
    const ended = (reason: string, stopped: string | null = null) =>
      sql`
        insert into job (job_type, category, job_status, param_name, param_value, reason, terminate_by,
          terminate_reason, job_start_time, job_end_time)
        values ('VENDOR_STORE_UPDATER_JOB', 'updating', 3, 'vendor_store_id', ${String(shop)}, ${reason},
          ${stopped}, ${stopped}, now() - interval '1 minute', now())`.execute(h.services.db)
    await ended('No such host')
    await ended('Terminated', 'Sasha')
    expect((await get(path)).last_update).toMatchObject({ failure: 'No such host' })
    // where it stands on a list, too
    expect(await get(`/api/vendor/${on.vid}/integrations`)).toMatchObject([
      { status: 'Active', trouble: 'failed' },
    ])
    expect(await get(`${path}/updates`)).toMatchObject([
      { job_state: 'Completed With Errors', terminated: true },
      { job_state: 'Completed With Errors', terminated: false, reason: 'No such host', sent: null },
    ])
  })
  test('shows what needed approval, what waits and what was held back', async () => {
    const path = await integrated()
    const shop = await store()
    await sql`
      insert into job (job_type, category, job_status, param_name, param_value, result, job_start_time, job_end_time)
      select 'VENDOR_STORE_UPDATER_JOB', 'updating', 2, 'vendor_store_id', ${String(shop)}, x::jsonb, now(), now()
      from unnest(array['{"sent": 0, "held": "3 of 9 would go to 0"}', '{"sent": 5, "waits": "It takes no more"}']) x
    `.execute(h.services.db)
    expect(await get(`${path}/updates`)).toMatchObject([
      { sent: 5, held: null, waits: 'It takes no more' },
      { sent: 0, held: '3 of 9 would go to 0', waits: null },
    ])
    expect((await get(path)).stores).toMatchObject([{ kept_back: 0, kept_back_by: null }])
    const { store_update_id } = await h.services.db
      .insertInto('store_update')
      .values({
        vendor_store_id: shop,
        kind: 'changed',
        state: 'discarded',
        requested_by: 'schedule',
        created: 7,
        price_changed: 2,
        end_tm: '2026-01-02T00:00:00Z',
      })
      .returning('store_update_id')
      .executeTakeFirstOrThrow()
    expect((await get(path)).stores).toMatchObject([{ kept_back: 9, kept_back_by: store_update_id }])
  })
  test('is out of date once its known categories are cleared, which works once', async () => {
    const path = await integrated()
    const shop = await store()
    await upToDate(shop)
    const clear = () => on.c.delete(`${path}/clear-categories`)
    expect((await clear()).body.error.message).toBe('Nothing to delete, please try again')
    expect(await behind(shop)).toBe(false)
    await sql`
      insert into integration_category (vendor_market_map_id, category, market_category)
      select vendor_market_map_id, x, 'Garden'
      from vendor_market_map, unnest(array['Home > Lamps', 'Home > Rugs']) x
      where vendor_id = ${on.vid}`.execute(h.services.db)
    expect((await clear()).body).toEqual({ categories: 2 })
    expect(await behind(shop)).toBe(true)
    expect((await clear()).status).toBe(409)
    expect(await activity('integration.categories')).toHaveLength(1)
  })
})
