import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { makeProducts } from '#server/test/stores/sellers.ts'

const h = harness()
let c: Client
let feed: Awaited<ReturnType<typeof makeFeed>>
beforeAll(async () => {
  c = await staff(h)
  feed = await makeFeed(h)
  await makeProducts(h, feed, 4)
  const { db } = h.services
  await sql`
    update product
    set manufacturer = case when sku = 'SKU-1' then 'Hearth & Co' end, quantity = content_hash,
      wholesale_price = content_hash * 10, upc = case when sku <> 'SKU-2' then '036000291452' end,
      gone_tm = case when sku = 'SKU-4' then now() end
    where feed_id = ${feed.feed_id}`.execute(db)
  await sql`
    insert into product_image (dropshipper_id, url, host, sku, state, file_key)
    values (${feed.dropshipper_id}, 'https://img/1.jpg', 'img', 'SKU-1', 'good', 'images/1.webp')`.execute(db)
  await sql`
    insert into product_index (product_id, feed_id, dropshipper_id, sku_key, words)
    select product_id, feed_id, dropshipper_id, replace(sku, '-', ''), to_tsvector('simple', title)
    from product
    where feed_id = ${feed.feed_id}`.execute(db)
  const other = await makeFeed(h)
  await makeProducts(h, other, 1)
})

const found = async (query: string) => {
  const { status, body } = await c.get(`/api/products?dropshipper_id=${feed.dropshipper_id}&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.products as { sku: string }[]).map((p) => p.sku)
}

test.each([
  ['', ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4']],
  ['brand=hearth%20%26%20co', ['SKU-1']],
  ['least_stock=2&most_stock=3', ['SKU-2', 'SKU-3']],
  ['least_price=30', ['SKU-3', 'SKU-4']],
  ['most_price=10.00', ['SKU-1']],
  ['missing_image=true', ['SKU-2', 'SKU-3', 'SKU-4']],
  ['missing_image=false', ['SKU-1']],
  ['no_barcode=true', ['SKU-2']],
  ['active=false', ['SKU-4']],
  ['q=sku-3', ['SKU-3']],
  ['q=product', ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4']],
  ['q=nothing', []],
])('products are filtered by “%s”', async (query, skus) => expect(await found(query)).toEqual(skus))

test('products are filtered by the category of their suppliers, and of all suppliers without one', async () => {
  const { rows } = await sql<{ id: number }>`
    select catalog_category_id as id from catalog_category where catalog_category_name = 'Everything'`.execute(
    h.services.db,
  )
  expect(await found(`catalog_category_id=${rows[0]?.id}`)).toHaveLength(4)
  expect(await found('catalog_category_id=999')).toEqual([])
  expect((await c.get('/api/products')).body.products).toHaveLength(5)
})

test('a list’s rows have their image, and the next page begins after the last', async () => {
  const { body } = await c.get(`/api/products?dropshipper_id=${feed.dropshipper_id}`)
  expect(body.products[0]).toMatchObject({ image_good: true, product_image_id: expect.any(Number) })
  expect(body.products[1]).toMatchObject({ image_good: false, product_image_id: null })
  const many = await makeFeed(h)
  await makeProducts(h, many, 60)
  const first = (await c.get(`/api/products?dropshipper_id=${many.dropshipper_id}`)).body
  expect(first.products).toHaveLength(50)
  const rest = (await c.get(`/api/products?dropshipper_id=${many.dropshipper_id}&after=${first.next}`)).body
  expect([rest.products.length, rest.next]).toEqual([10, null])
})

test('an export has the filtered products', async () => {
  const { body, status } = await c.post('/api/exports', {
    list: 'products',
    format: 'csv',
    columns: ['sku', 'image'],
    input: { dropshipper_id: feed.dropshipper_id, missing_image: 'false' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
})
