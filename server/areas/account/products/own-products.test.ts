import { beforeAll, beforeEach, expect, test } from 'vitest'
import { client, harness, makeCustomFeed, makeFeed, makeLogin, type Client } from '#server/test/harness.ts'
import { makeProducts } from '#server/test/stores/sellers.ts'
import { sql } from '#server/platform/database/db.ts'

const h = harness()
let c: Client
let id: number
let feed: Awaited<ReturnType<typeof makeFeed>>
beforeAll(async () => {
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 39, market_name: 'Shopify' },
      { market_id: 63, market_name: 'Walmart' },
    ])
    .execute()
})
beforeEach(async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  id = vendor_id
  c = await client(h, email)
  feed = await makeFeed(h, { name: 'Acorn' })
  await makeProducts(h, feed, 3)
  await subscribe(id, feed.dropshipper_id)
})
const subscribe = (vendor_id: number, dropshipper_id: number) =>
  h.services.db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
const integrate = (market_id: number) =>
  h.services.db
    .insertInto('vendor_market_map')
    .values({ vendor_id: id, dropshipper_id: feed.dropshipper_id, market_id, is_activated: 1 })
    .execute()
const rule = (vendor_id: number, place: number, markup_value: string, market_id: number | null = null) =>
  sql`
    insert into price_rule (vendor_id, place, market_id, markup_type_id, markup_value, brand, cat1, cat2, cat3, cat4,
      cat5, tiers, add_shipping, add_dropship_fee, ignore_map, cap_at_msrp)
    values (${vendor_id}, ${place}, ${market_id}, 2, ${markup_value}, '', '', '', '', '', '', '[]', false, false,
      false, false)`.execute(h.services.db)
const set = (sku: string, change: ReturnType<typeof sql>) =>
  sql`update product set ${change} where feed_id = ${feed.feed_id} and sku = ${sku}`.execute(h.services.db)
const read = (query = '', by = c, did = feed.dropshipper_id) =>
  by.get(`/api/account/supplier/${did}/products${query}`)
const skus = async (query = '') =>
  (await read(query)).body.products.map((product: { sku: string }) => product.sku)

test('each product has the price of each market by the customer’s own rules', async () => {
  await integrate(39)
  await integrate(63)
  await rule(id, 1, '0.5')
  await rule(id, 2, '1', 63)
  const other = await makeLogin(h, 'customer')
  await rule(other.vendor_id, 1, '9')
  const { body } = await read()
  expect(body).toMatchObject({ dropshipper_name: 'Acorn', currency_id: 1, priced: true, total: 3 })
  expect(body.products[0]).toEqual({
    product_id: expect.any(Number),
    sku: 'SKU-1',
    title: 'Product 1',
    quantity: 5,
    changed_tm: null,
    prices: [
      { market_name: 'Shopify', price: '15.00' },
      { market_name: 'Walmart', price: '20.00' },
    ],
  })
})

test('without rules there are no prices, and the answer says why', async () => {
  const { body } = await read()
  expect(body).toMatchObject({ priced: false, total: 3 })
  expect(body.products[0].prices).toEqual([{ market_name: '', price: null }])
})

test('products are searched, filtered by availability, sorted and paged', async () => {
  await makeProducts(h, await makeFeed(h, { name: 'Other' }), 2)
  await set('SKU-2', sql`quantity = 0, title = '100% cotton'`)
  await set('SKU-3', sql`quantity = 9`)
  expect(await skus()).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
  expect(await skus('?search=100%25')).toEqual(['SKU-2'])
  expect(await skus('?search=sku-3')).toEqual(['SKU-3'])
  expect(await skus('?availability=in_stock')).toEqual(['SKU-1', 'SKU-3'])
  expect(await skus('?availability=out_of_stock')).toEqual(['SKU-2'])
  expect(await skus('?sort=-quantity')).toEqual(['SKU-3', 'SKU-1', 'SKU-2'])
  await set('SKU-1', sql`gone_tm = now()`)
  expect(await skus()).toEqual(['SKU-2', 'SKU-3'])
  await makeProducts(
    h,
    { ...(await makeCustomFeed(h, feed.dropshipper_id)), dropshipper_id: feed.dropshipper_id },
    1,
  )
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku)
    select ${feed.feed_id}::int, ${feed.dropshipper_id}::int, i, 1, 1, 'T-' || i
    from generate_series(1, 60) i`.execute(h.services.db)
  const [first, second] = [await read(), await read('?page=2')]
  expect([first.body.total, first.body.products.length, second.body.products.length]).toEqual([62, 50, 12])
})

test('a product changed when its newest run ended, that of the customer’s own feed included', async () => {
  const own = await makeCustomFeed(h, feed.dropshipper_id, { owner: id })
  await makeProducts(h, { ...own, dropshipper_id: feed.dropshipper_id }, 1)
  const ended = async (feed_id: number, end_tm: string) =>
    (
      await h.services.db
        .insertInto('feed_run')
        .values({
          feed_id,
          dropshipper_id: feed.dropshipper_id,
          started_by: 'a test',
          state: 'applied',
          end_tm,
        })
        .returning('feed_run_id')
        .executeTakeFirstOrThrow()
    ).feed_run_id
  const [day, next] = ['2026-01-02T03:04:05.000Z', '2026-01-03T03:04:05.000Z']
  const runs = { supplier: await ended(feed.feed_id, day), own: await ended(own.feed_id, next) }
  await sql`update product set updated_run_id = ${runs.supplier} where feed_id = ${feed.feed_id}`.execute(
    h.services.db,
  )
  await sql`update product set updated_run_id = ${runs.own}, quantity = 8 where feed_id = ${own.feed_id}`.execute(
    h.services.db,
  )
  const times = async () =>
    (await read('?sort=-changed')).body.products.map((p: { changed_tm: string }) => p.changed_tm)
  expect(await times()).toEqual([day, day, day])
  await h.services.db
    .updateTable('feed')
    .set({ current_run_id: runs.own })
    .where('feed_id', '=', own.feed_id)
    .execute()
  expect(await times()).toEqual([next, day, day])
})

test('suppliers of others, and restricted ones without access, aren’t found', async () => {
  const theirs = await makeFeed(h, { name: 'Theirs' })
  const other = await makeLogin(h, 'customer')
  await subscribe(other.vendor_id, theirs.dropshipper_id)
  expect((await read('', c, theirs.dropshipper_id)).status).toBe(404)
  expect((await read('', c, 999_999)).status).toBe(404)
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  expect((await read()).status).toBe(404)
})
