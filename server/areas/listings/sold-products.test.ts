import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { harness, rollBack, runFeed, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { makeSeller, updateNow } from '#server/test/stores/sellers.ts'
import { sql } from '#server/platform/database/db.ts'
import { forgetEndedFeeds } from '#server/areas/custom-feeds/public.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})

const fields = ['sku', 'title', 'wholesale_price', 'msrp', 'quantity'] as const
const columns = { wholesale_price: 'price', quantity: 'qty' } as Record<string, string>
const mapping = fields.map((field) => ({
  field,
  from: columns[field] ?? field,
  transforms: [],
}))
let shops = 0
/** A vendor whose store sells a supplier's A, B and C at cost, by an integration and a price rule. */
async function shop(supplier: object = {}) {
  const { db, files } = h.services
  const folder = `own-${++shops}`
  const { feed, dropshipper_id, vendor_id, vendor_store_id } = await makeSeller(h, {
    market_id: 99,
    settings: { include_msrp: true },
    store: { vendor_store_name: folder, drop_to: { kind: 'storage', folder } },
    feed: { mapping },
  })
  await db
    .updateTable('dropshipper')
    .set({ custom_feed_support: 2, ...supplier })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  const rules = [{ markup_type_id: 1, markup_value: '0' }]
  await c.post(`/api/vendor/${vendor_id}/price-rules`, { currency_id: 1, rates: [], rules })
  await feed.publish(own(['A,Ant,10,12,5', 'B,Bee,20,22,6', 'C,Cat,30,32,7']))
  await runFeed(c, feed.feed_id)
  const key = `${folder}.csv`
  const body = {
    dropshipper_id,
    active: true,
    is_restricted: false,
    custom_price: true,
    add_out_of_stock_product: false,
    dynamic_pricing_tier: null as string | null,
    dynamic_restricted_access: false,
    source: { kind: 'storage', key },
    feed_filetype: 'csv',
    threshold_percent: 100,
    one_time_threshold_percent: null,
  }
  const save = async (more: Partial<typeof body> & { vendor_custom_feed_id?: number } = {}) => {
    const answer = await c.post(`/api/vendor/${vendor_id}/custom-feed/add-update`, { ...body, ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  return {
    vendor_id,
    dropshipper_id,
    feed,
    save,
    publish: (text: string) => files.put(`suppliers/${key}`, Readable.from([Buffer.from(text)])),
    /** Maps the custom feed's columns, and runs it. */
    run: async (feedId: number, text: string, mapped: readonly string[] = fields) => {
      await files.put(`suppliers/${key}`, Readable.from([Buffer.from(text)]))
      const { body: settings } = await c.get(`/api/feeds/${feedId}`)
      await c.put(`/api/feeds/${feedId}`, {
        ...settings,
        mapping: mapping.filter((m) => mapped.includes(m.field)),
      })
      return runFeed(c, feedId)
    },
    /** Updates the store as the timer would, and answers what it shows. */
    shown: async () => {
      await updateNow(c, vendor_store_id)
      const rows = await db
        .selectFrom('store_product')
        .innerJoin('product', 'product.product_id', 'store_product.product_id')
        .select([
          'sku',
          'store_product.quantity',
          'store_product.price',
          'list_price',
          'store_product.active',
        ])
        .where('vendor_store_id', '=', vendor_store_id)
        .where('in_store', '=', true)
        .orderBy('sku')
        .execute()
      return rows.map((p) =>
        [p.sku, p.price, p.quantity, p.list_price ?? '-', p.active ? 'on' : 'off'].join(' '),
      )
    },
    /** What a diagnosis of a SKU of its supplier, or of another, says. */
    explained: async (sku: string, of = dropshipper_id): Promise<string[]> => {
      const integration = await db
        .selectFrom('vendor_market_map')
        .select('vendor_market_map_id')
        .where('vendor_id', '=', vendor_id)
        .executeTakeFirstOrThrow()
      const { product_id } = await db
        .selectFrom('product')
        .select('product_id')
        .where('sku', '=', sku)
        .where('dropshipper_id', '=', of)
        .orderBy('product_id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const path = `/api/vendor/${vendor_id}/integration/${integration.vendor_market_map_id}/diagnose`
      const { status, body: begun } = await c.post(path, { product_id })
      if (status !== 200) throw new Error(String(status))
      const { body: job } = await waitUntil(
        () => c.get(`/api/jobs/${begun.job_id}`),
        (a) => a.body.job_status === 2 || a.body.job_status === 3,
      )
      return job.result.findings.map(({ text }: { text: string }) => text)
    },
    behind: async () =>
      (
        await db
          .selectFrom('vendor_store')
          .select('behind_since')
          .where('vendor_store_id', '=', vendor_store_id)
          .executeTakeFirstOrThrow()
      ).behind_since !== null,
    upToDate: () =>
      db
        .updateTable('vendor_store')
        .set({ behind_since: null })
        .where('vendor_store_id', '=', vendor_store_id)
        .execute(),
    files: () => {
      const at = join(h.dir, 'files', 'stores', folder)
      return existsSync(at) ? readdirSync(at).map((name) => readFileSync(join(at, name), 'utf8')) : []
    },
  }
}
const own = (rows: readonly string[]) => `sku,title,price,msrp,qty\n${rows.join('\n')}\n`
const suppliers = ['A 10.00 5 12.00 on', 'B 20.00 6 22.00 on', 'C 30.00 7 32.00 on']

test('a custom feed’s cost, list price and quantity replace the supplier’s, and its extra products are sold by its vendor only', async () => {
  const s = await shop()
  const rival = await shop()
  expect(await s.shown()).toEqual(suppliers)
  const { feed_id } = await s.save()
  expect(await s.shown()).toEqual(suppliers)
  await s.upToDate()
  const run = await s.run(feed_id, own(['A,Other words,8,15,50', 'B,Bee,,,60', 'Z,Zebra,3,9,4']))
  expect(run).toMatchObject({ state: 'applied', impact: { vendors: 1, integrations: 1 } })
  expect(await s.behind()).toBe(true)
  expect(await s.shown()).toEqual([
    'A 8.00 50 15.00 on',
    'B 20.00 60 22.00 on',
    'C 30.00 7 32.00 on',
    'Z 3.00 4 9.00 on',
  ])
  // the supplier's own words stay, and another vendor is sold what the supplier has
  expect(s.files().join('')).not.toContain('Other words')
  expect(await rival.shown()).toEqual(suppliers)
  // what the price came from is the vendor's own feed
  const { product_id } = await h.services.db
    .selectFrom('product')
    .select('product_id')
    .where('feed_id', '=', s.feed.feed_id)
    .where('sku', '=', 'A')
    .executeTakeFirstOrThrow()
  const { body } = await c.get(`/api/vendor/${s.vendor_id}/prices?product_id=${product_id}`)
  expect(body).toMatchObject({ product: { wholesale_price: '8.0000' }, feed: { run_id: run.feed_run_id } })
  expect(body.markets[0].price).toBe('8.00')
  const weighed = await c.post(`/api/vendor/${s.vendor_id}/price-rules/effects`, {
    currency_id: 1,
    rates: [],
    rules: [{ markup_type_id: 1, markup_value: '1' }],
  })
  expect([weighed.status, weighed.body.products]).toEqual([200, 4])
})

test('a SKU’s diagnosis follows its vendor’s custom feed, which other vendors never see', async () => {
  const s = await shop()
  const rival = await shop()
  const { feed_id } = await s.save()
  await s.run(feed_id, own(['A,Ant,8,15,50', 'B,Bee,,,60', 'Z,Zebra,3,9,4']))
  const first = await s.explained('A')
  expect(first).toContain('Should show 50 in stock, $8')
  expect(first).toContain('Cost comes from the custom feed’s column “price”')
  // where it says no cost, the supplier's counts
  expect(await s.explained('B')).toEqual(
    expect.arrayContaining(['Should show 60 in stock, $20', 'Cost comes from the feed’s column “price”']),
  )
  expect(await s.explained('Z')).toContain('Should show 4 in stock, $3')
  expect(await rival.explained('A')).toContain('Should show 5 in stock, $10')
  await expect(rival.explained('Z', s.dropshipper_id)).rejects.toThrow('404')
  // nor where it is sold the same supplier's
  const { db } = h.services
  const { vendor_id } = rival
  const { vendor_market_map_id } = await db
    .insertInto('vendor_market_map')
    .values({ vendor_id, dropshipper_id: s.dropshipper_id, market_id: 99 })
    .returning('vendor_market_map_id')
    .executeTakeFirstOrThrow()
  const path = `/api/vendor/${vendor_id}/integration/${vendor_market_map_id}`
  expect((await c.get(`${path}/products?sku=Z`)).body).toEqual([])
  expect((await c.get(`${path}/products?sku=A`)).body).toMatchObject([{ sku: 'A', title: 'Ant' }])
  const { product_id } = await db
    .selectFrom('product')
    .select('product_id')
    .where('sku', '=', 'Z')
    .where('feed_id', '=', feed_id)
    .executeTakeFirstOrThrow()
  expect((await c.post(`${path}/diagnose`, { product_id })).status).toBe(404)
})

test('a restricted custom feed keeps all of the supplier’s products for sale until its first file is applied', async () => {
  const s = await shop()
  await s.save({ is_restricted: true })
  expect(await s.shown()).toEqual(suppliers)
})

test('products removed from a custom feed before they reached a store aren’t looked for there', async () => {
  const s = await shop()
  const { feed_id } = await s.save()
  await s.run(feed_id, own(['A,Ant,8,15,50', 'Z,Zebra,3,9,4']))
  await s.run(feed_id, own(['A,Ant,8,15,50']))
  expect(await s.shown()).toEqual(['A 8.00 50 15.00 on', ...suppliers.slice(1)])
  const { body } = await c.get(`/api/vendor/${s.vendor_id}/store-updates`)
  expect([body[0].sent, body[0].withheld]).toEqual([3, {}])
})

test('a custom feed’s settings decide which of its values count', async () => {
  const s = await shop()
  const { feed_id, vendor_custom_feed_id } = await s.save()
  await s.run(feed_id, own(['A,Ant,8,15,50', 'Y,Yak,4,,0']))
  expect(await s.shown()).toEqual(['A 8.00 50 15.00 on', ...suppliers.slice(1)])
  const now = async (more: object) => {
    await s.upToDate()
    await s.save({ vendor_custom_feed_id, ...more })
    expect(await s.behind()).toBe(true)
    return s.shown()
  }
  expect(await now({ add_out_of_stock_product: true })).toContain('Y 4.00 0 - on')
  expect(await now({ custom_price: false })).toContain('A 10.00 50 12.00 on')
  expect(await now({ is_restricted: true })).toEqual([
    'A 8.00 50 15.00 on',
    'B 20.00 0 22.00 off',
    'C 30.00 0 32.00 off',
    'Y 4.00 0 - on',
  ])
  expect(await now({ active: false })).toEqual([...suppliers, 'Y 4.00 0 - off'])
})

test('a custom feed’s file without quantities keeps the supplier’s', async () => {
  const s = await shop()
  const { feed_id } = await s.save()
  await s.run(feed_id, own(['A,Ant,8,,50']), ['sku', 'title', 'wholesale_price'])
  expect((await s.shown())[0]).toBe('A 8.00 5 12.00 on')
})

test('a custom feed in another currency uses none of the supplier’s amounts', async () => {
  const s = await shop()
  const { db } = h.services
  const rules = [{ markup_type_id: 1, markup_value: '0' }]
  const rates = [{ code: 'GBP', rate: '1.25' }]
  await c.post(`/api/vendor/${s.vendor_id}/price-rules`, { currency_id: 1, rates, rules })
  const { feed_id } = await s.save()
  await s.run(feed_id, own(['A,Ant,8,,50']))
  await sql`update product set currency = 'GBP' where feed_id = ${feed_id}`.execute(db)
  await sql`update product set currency = 'USD' where feed_id = ${s.feed.feed_id}`.execute(db)
  expect(await s.shown()).toEqual(['A 10.00 50 - on', ...suppliers.slice(1)])
})

test('rolling back a custom feed’s run restores what is for sale', async () => {
  const s = await shop()
  const { feed_id } = await s.save()
  const { feed_run_id } = await s.run(feed_id, own(['A,Ant,8,15,50']))
  expect((await s.shown())[0]).toBe('A 8.00 50 15.00 on')
  await rollBack(c, feed_run_id, 'Wrong file')
  expect((await s.shown())[0]).toBe(suppliers[0])
})

test('a custom feed’s tier takes the supplier’s discount off without any file', async () => {
  const s = await shop()
  const tiers = (config_value: string) =>
    c.post('/api/suppliers/config', [
      { dropshipper_id: s.dropshipper_id, config_name: 'dynamic_pricing_tiers', config_value },
    ])
  await tiers('Gold 10, Silver: 5.5%')
  const { vendor_custom_feed_id } = await s.save({ dynamic_pricing_tier: 'Gold' })
  expect(await s.shown()).toEqual(['A 9.00 5 12.00 on', 'B 18.00 6 22.00 on', 'C 27.00 7 32.00 on'])
  await s.upToDate()
  await tiers('Gold 20, Silver: 5.5%')
  expect(await s.behind()).toBe(true)
  expect((await s.shown())[0]).toBe('A 8.00 5 12.00 on')
  await s.save({ vendor_custom_feed_id, dynamic_pricing_tier: 'Silver' })
  expect((await s.shown())[0]).toBe('A 9.45 5 12.00 on')
  // what it leaves of the cost is exact, up to the border: no more is taken off than it says
  await tiers('Gold 99.99, Silver 0.01')
  await s.save({ vendor_custom_feed_id, dynamic_pricing_tier: 'Gold' })
  const rules = [{ markup_type_id: 2, markup_value: '99' }]
  await c.post(`/api/vendor/${s.vendor_id}/price-rules`, { currency_id: 1, rates: [], rules })
  expect((await s.shown())[0]).toBe('A 0.10 5 12.00 on')
  await s.save({ vendor_custom_feed_id, dynamic_pricing_tier: 'Silver' })
  expect((await s.shown())[0]).toBe('A 999.90 5 12.00 on')
})

test('a custom feed gives its vendor access to a restricted supplier if the supplier allows it', async () => {
  const s = await shop({ allow_browse: -1 })
  expect(await s.shown()).toEqual([])
  await c.post('/api/suppliers/config', [
    { dropshipper_id: s.dropshipper_id, config_name: 'dynamic_restricted_access', config_value: '1' },
  ])
  await s.save({ dynamic_restricted_access: true })
  expect(await s.shown()).toEqual(suppliers)
})

test('deleting a custom feed returns its vendor to the supplier’s products and takes its own down', async () => {
  const s = await shop()
  const { feed_id, vendor_custom_feed_id } = await s.save()
  await s.run(feed_id, own(['A,Ant,8,15,50', 'Y,Yak,4,,0', 'Z,Zebra,3,9,4']))
  expect(await s.shown()).toContain('Z 3.00 4 9.00 on')
  await s.upToDate()
  expect((await c.delete(`/api/vendor/${vendor_custom_feed_id}/custom-feed/delete`)).status).toBe(204)
  expect(await s.behind()).toBe(true)
  const left = () =>
    h.services.db.selectFrom('product').select('sku').where('feed_id', '=', feed_id).orderBy('sku').execute()
  expect(await left()).toEqual([{ sku: 'Z' }])
  await forgetEndedFeeds(h.services)
  expect(await left()).toEqual([{ sku: 'Z' }])
  expect(await s.shown()).toEqual([...suppliers, 'Z 3.00 0 9.00 off'])
  // once the store knows, nothing is left of it
  await forgetEndedFeeds(h.services)
  expect(await left()).toEqual([])
  expect(await h.services.db.selectFrom('ended_custom_feed').select('feed_id').execute()).toEqual([])
  // a new one begins anew
  expect((await s.save()).feed_id).not.toBe(feed_id)
})

test('a deleted custom feed’s products are kept while an update of them is held', async () => {
  const s = await shop()
  const { feed_id, vendor_custom_feed_id } = await s.save()
  await s.run(feed_id, own(['Z,Zebra,3,9,4']))
  const { db } = h.services
  await sql`
    with u as (
      insert into store_update (vendor_store_id, kind, state, requested_by)
      select vendor_store_id, 'changed', 'held', 'schedule'
      from vendor_store
      where vendor_id = ${s.vendor_id}
      returning store_update_id)
    insert into store_outbox (store_update_id, lane, product_id, told, sku, changes, before, seen_hash)
    select store_update_id, 1, product_id, 'quantity', sku, '{"quantity": 4, "active": true}', 'null', 1
    from u, product
    where feed_id = ${feed_id}`.execute(db)
  await c.delete(`/api/vendor/${vendor_custom_feed_id}/custom-feed/delete`)
  const left = () => db.selectFrom('product').select('sku').where('feed_id', '=', feed_id).execute()
  expect(await left()).toEqual([{ sku: 'Z' }])
  await sql`delete from store_outbox where sku = 'Z'`.execute(db)
  await forgetEndedFeeds(h.services)
  expect(await left()).toEqual([])
})

test('a restricted feed’s run reports once which supplier products it takes off sale', async () => {
  const s = await shop()
  const { feed_id } = await s.save({ is_restricted: true })
  const run = await s.run(feed_id, own(['A,Ant,9,12,4']))
  const impactOf = async (id: number) => (await c.get(`/api/feed-runs/${id}`)).body.impact
  expect(await impactOf(run.feed_run_id)).toMatchObject({ closed: 2, listings: 2 })
  const again = await s.run(feed_id, own(['A,Ant,8,12,4']))
  expect(await impactOf(again.feed_run_id)).toMatchObject({ closed: 0, listings: 1 })
  const open = await shop()
  const other = await open.save()
  const plain = await open.run(other.feed_id, own(['A,Ant,9,12,4']))
  expect(await impactOf(plain.feed_run_id)).toMatchObject({ closed: 0 })
})
