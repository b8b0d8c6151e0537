// The SKU lookup among millions of products, and the page of a product that 500 runs changed and 200 stores
// list. The lookup's plan is printed: only indexes are read.
import pg from 'pg'
import { singleRow } from '#server/platform/database/sql.ts'
import { openCaller } from './client.ts'
import type { Figure } from './feed.ts'
import { fillUnindexed } from './filled.ts'
import { makeProducts, makeSuppliers, products } from './list-rows.ts'
import { measureInto, writeLine } from './measured.ts'

const runs = 500
const listings = 200
const lookupMs = 150

export async function benchProducts(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  const measure = measureInto(figures, caller)
  writeLine(`${products} products`)
  await makeSuppliers(client)
  await makeProducts(client)
  const page = await makeProductOfMuch(client)
  await client.query('vacuum analyze')
  writeLine('made')
  const n = products.toLocaleString('en-US')
  const { rows: some } = await client.query<{ sku: string; vendor_id: number }>(
    `select p.sku, (select vendor_id from subscription s where s.dropshipper_id = p.dropshipper_id limit 1)
       as vendor_id
     from product p where product_id % $1 = 7 limit 300`,
    [Math.max(1, Math.floor(products / 300))],
  )
  const nth = (turn: number) => some[turn % some.length]!
  await measure(
    `GET products/get-product-context (${n} products): a SKU`,
    200,
    (t) => ({
      method: 'GET',
      path: `/api/products/get-product-context?sku=${nth(t).sku}`,
    }),
    lookupMs,
  )
  await measure(
    '… with a UID',
    200,
    (t) => ({
      method: 'GET',
      path: `/api/products/get-product-context?sku=${nth(t).sku.toLowerCase()}&vendorId=${nth(t).vendor_id ?? 2}`,
    }),
    lookupMs,
  )
  const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off)
     (select product_id from product_index where sku_key = $1 limit 200)
     union (select product_id from product where sku = $2 limit 200)`,
    [nth(1).sku.replaceAll('-', ''), nth(1).sku],
  )
  writeLine(plan.map((row) => row['QUERY PLAN']).join('\n'))
  const of = `a product of ${runs} runs and ${listings} listings`
  for (const [name, path] of [
    ['', ''],
    ['/chain', '/chain'],
    ['/chain of a vendor', `/chain?vendor_id=${page.vendor_id}`],
    ['/history', '/history'],
    ['/prices', '/prices'],
    ['/listings', '/listings'],
  ] as const)
    await measure(`GET products/{id}${name} of ${of}`, 60, () => ({
      method: 'GET',
      path: `/api/products/${page.product_id}${path}`,
    }))
  for (const [name, filter] of [
    ['no filter', ''],
    ['a supplier', 'dropshipper_id=7'],
    ['a brand and stock of all suppliers', 'brand=hearth&least_stock=290'],
    ['a filter that nothing matches', 'brand=nobody'],
    ['words', 'q=foldable%20lantern'],
  ] as const)
    await measure(`GET products (${n} products): ${name}`, 60, (t) => ({
      method: 'GET',
      path: `/api/products?${filter}&after=${1 + t * 100}`,
    }))
  await caller.close()
  await client.end()
  return figures
}

/** One product that each of its feed's runs changed, sold by 200 vendors with price rules and a store each. */
async function makeProductOfMuch(client: pg.Client): Promise<{ product_id: number; vendor_id: number }> {
  const { rows } = await client.query<{ product_id: number; feed_id: number; dropshipper_id: number }>(
    `select product_id, feed_id, dropshipper_id from product where feed_id = 7 order by product_id limit 1`,
  )
  const { product_id, feed_id, dropshipper_id } = singleRow(rows)
  await client.query(
    `insert into feed_run (feed_id, dropshipper_id, state, insert_tm, applied_tm, end_tm)
     select $1, $2, 'applied', now() - make_interval(hours => $3 - n), now() - make_interval(hours => $3 - n),
       now() - make_interval(hours => $3 - n)
     from generate_series(1, $3) n order by n`,
    [feed_id, dropshipper_id, runs],
  )
  const { rows: applied } = await client.query<{ first: number; last: number }>(
    `select min(feed_run_id) as first, max(feed_run_id) as last from feed_run
     where feed_id = $1 and state = 'applied'`,
    [feed_id],
  )
  const { first, last } = singleRow(applied)
  await client.query(`update product set created_run_id = $2, updated_run_id = $3 where product_id = $1`, [
    product_id,
    first,
    last,
  ])
  // each run changes this product's stock and price, and 50 others, as runs do
  await fillUnindexed(client, ['product_before'], async () => {
    const { rows: columns } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'product_before' and column_name not in ('feed_run_id', 'kind')`,
    )
    const { names } = singleRow(columns)
    await client.query(
      `insert into product_before (${names}, feed_run_id, kind)
       select ${names}, run_id, 'updated'
       from (
         select p.*, r.feed_run_id as run_id
         from feed_run r
         cross join lateral (
           select * from product p where p.feed_id = r.feed_id order by product_id limit 51) p
         where r.feed_id = $1 and r.state = 'applied' and r.feed_run_id > $2) of_runs`,
      [feed_id, first],
    )
  })
  await client.query(
    `update product_before
     set quantity = feed_run_id % 90, wholesale_price = 5 + feed_run_id % 40
     where product_id = $1`,
    [product_id],
  )
  await client.query(
    `insert into market (market_id, market_name) values (201, 'WooCommerce') on conflict do nothing`,
  )
  const { rows: sellers } = await client.query<{ vendor_id: number }>(
    `with v as (select vendor_id from vendor where not is_staff order by vendor_id limit ${listings}),
     s as (insert into subscription (vendor_id, dropshipper_id) select vendor_id, $1 from v
       on conflict do nothing),
     m as (insert into vendor_market_map (vendor_id, dropshipper_id, market_id)
       select vendor_id, $1, 201 from v),
     r as (insert into price_rule (vendor_id, place, brand, cat1, cat2, cat3, cat4, cat5, markup_type_id,
         markup_value, tiers, add_shipping, add_dropship_fee, ignore_map, cap_at_msrp)
       select vendor_id, 1, '', '', '', '', '', '', 2, 0.2, '[]', false, false, false, false from v)
     select vendor_id from v`,
    [dropshipper_id],
  )
  await client.query(
    `with st as (
       insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
       select vendor_id, 'Store ' || vendor_id, 201, '{"kind": "api"}' from unnest($1::int[]) as vendor_id
       returning vendor_store_id)
     insert into store_product (vendor_store_id, product_id, in_store, quantity, price, active, sent_tm)
     select vendor_store_id, $2, true, 5, 12.5, true, now() from st`,
    [sellers.map((row) => row.vendor_id), product_id],
  )
  return { product_id, vendor_id: singleRow(sellers.slice(0, 1)).vendor_id }
}
