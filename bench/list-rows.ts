// The rows that the figures of lists.ts are measured over.
import type pg from 'pg'

export const jobs = Number(process.env.BENCH_JOBS ?? 5_000_000)
export const products = Number(process.env.BENCH_PRODUCTS ?? 5_000_000)
export const comparedCount = Number(process.env.BENCH_COMPARED ?? 1_000_000)
export const suppliers = 1000

/** A product's fields besides its quantity, as the catalog's tables have them. */
const fields =
  'sku, supplier_product_id, title, description, manufacturer, categories, images, ' +
  'wholesale_price, msrp, map_price, dropship_fee, shipping_cost, weight, length, width, height, upc, ean, ' +
  'isbn, asin, unspsc, currency, parent_sku, options'
export const adjectives =
  'compact,classic,sturdy,lightweight,foldable,stainless,wooden,waterproof,' +
  'portable,adjustable,premium,everyday,rustic,modern,deluxe,insulated'
export const things =
  'lantern,chair,backpack,mug,planter,shelf,toolset,blanket,bottle,lamp,board,tent,' +
  'box,clock,pump,bed,skillet,speaker,jacket,reel,mirror,rug,cooler,hammock,headlamp'
export const brands = 'norvik,hearth,trailmark,lumora,bastion,oakline,fieldcraft,aerly,tidal,kobalt'

/** Fills a table without its indexes and builds them afterwards, as a restore does. */
async function fill(client: pg.Client, table: string, insert: string): Promise<void> {
  const { rows } = await client.query<{ name: string; def: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def from pg_index i
      where i.indrelid = $1::regclass and not i.indisprimary
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const r of rows) await client.query(`drop index ${r.name}`)
  await client.query(insert)
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const r of rows) await client.query(r.def)
  await client.query(`vacuum analyze ${table}`)
}

export async function makeSuppliers(client: pg.Client): Promise<void> {
  await client.query(
    `insert into dropshipper (supplier_name, dropshipper_prefix, votes, allow_browse)
      select 'Supplier ' || lpad(((i * 7919) % ${suppliers})::text, 4, '0'), 'SUP' || i, i % 250, 1
      from generate_series(1, ${suppliers}) i`,
  )
  await client.query(
    `insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from dropshipper
      order by dropshipper_id`,
  )
  await client.query(`insert into vendor (company) select 'Vendor ' || i from generate_series(1, 2000) i`)
  await client.query(
    `insert into subscription (vendor_id, dropshipper_id)
      select v.vendor_id, 1 + ((v.vendor_id * 31 + k * 97) % ${suppliers}) from vendor v
      cross join generate_series(0, 49) k where not v.is_staff on conflict do nothing`,
  )
  await client.query(
    `insert into feed_run (feed_id, dropshipper_id, state, insert_tm, start_tm, end_tm, rows_read)
      select feed_id, dropshipper_id,
      case when (feed_id + n) % 20 = 0 then 'rejected' else 'unchanged' end,
        now() - make_interval(hours => (50 - n)::int), now() - make_interval(hours => (50 - n)::int),
        now() - make_interval(hours => (50 - n)::int), 5000 from generate_series(1, 50) n cross join feed
      order by n`,
  )
  await client.query('vacuum analyze')
}

export const makeJobs = (client: pg.Client, n = jobs): Promise<void> =>
  fill(
    client,
    'job',
    `insert into job (job_type, category, job_status, param_name, param_value, subject, payload, attempt,
        server, queued_tm, job_start_time, job_end_time, progress, result, reason)
     select t.type, t.category,
     case when i % 97 = 0 then 3 else 2 end, t.param, (1 + i % ${suppliers})::text,
       'Supplier ' || (1 + i % ${suppliers}), jsonb_build_object('dropshipper_id', 1 + i % ${suppliers}), 1,
       'worker-' || i % 8,
       at, at + interval '2 seconds', at + make_interval(secs => (5 + i % 60)::int), 1,
         '{"checked": 25, "good": 24, "failed": 1}',
       case when i % 97 = 0 then 'The server answered ' || (500 + i % 4)
         || case i % 5 when 0 then ' twice' else '' end end
     from (select i, now() - make_interval(secs => (${n} - i) * (90.0 * 86400 / ${n})) as at
     from generate_series(1, ${n}) i) x
     join (values (0, 'DROPSHIPPER_MONITORING_JOB', 'monitoring', 'dropshipper_id'),
       (1, 'PARTIAL_SOLR_SYNC_JOB', 'updating', 'dropshipper_id'),
       (2, 'BASIC_IMAGE', 'image', 'dropshipper_id'),
       (3, 'VENDOR_STORE_UPDATER_JOB', 'updating', 'vendor_store_id'),
       (4, 'ORDER_JOB', 'ordering', 'vendor_id')) as t(n, type, category, param)
       on t.n = case when i % 4001 = 0 then 4 else i % 4 end order by i`,
  )

export async function makeProducts(client: pg.Client): Promise<void> {
  const productsEach = Math.floor(products / suppliers)
  const array = (list: string) => `(string_to_array('${list}', ','))`
  await fill(
    client,
    'product',
    `insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, quantity,
        sku, title, manufacturer, wholesale_price, upc, asin)
     select f.feed_id, f.dropshipper_id, i, 1, 1, i % 300, 'SUP' || f.dropshipper_id || '-' || (100000 + i),
       ${array(adjectives)}[1 + (i * 7 + f.feed_id * 3) % 16] || ' '
         || ${array(things)}[1 + (i * 11 + f.feed_id) % 25] || ' '
         || substr(md5(((i * 31 + f.feed_id) % 60000)::text), 1, 6),
         ${array(brands)}[1 + (i + f.feed_id * 7) % 10],
       (i % 900) / 10.0, (300000000000 + f.feed_id * ${productsEach}::bigint + i)::text,
       case when i % 3 = 0 then 'B0' || upper(substr(md5((f.feed_id * ${productsEach}::bigint + i)::text), 1, 8)) end
     from feed f cross join generate_series(0, ${productsEach - 1}) i where f.feed_id <= ${suppliers}
     order by f.feed_id, i`,
  )
  await fill(
    client,
    'product_index',
    `insert into product_index (product_id, feed_id, dropshipper_id, sku_key, upc_key, asin_key, words)
     select product_id, feed_id, dropshipper_id, upper(regexp_replace(sku, '[\\s._/-]+', '', 'g')),
       nullif(upper(regexp_replace(coalesce(upc, ean), '[\\s._/-]+', '', 'g')), ''), nullif(upper(asin), ''),
       strip(to_tsvector('simple',
         coalesce(title, '') || ' ' || coalesce(manufacturer, '') || ' xsupplier' || dropshipper_id))
       from product`,
  )
  await client.query(
    `insert into search_word select word, ndoc from ts_stat('select words from product_index')
      where word not like 'xsupplier%'`,
  )
  await client.query(
    `update feed f set indexed_upto = (select max(product_id) from product p where p.feed_id = f.feed_id)`,
  )
  await client.query('vacuum analyze')
}

/** A feed of a million rows and three runs of it: the first load, 2 % changed, all changed. */
export async function makeRuns(client: pg.Client): Promise<[string, number, number][]> {
  const { rows: feeds } = await client.query<{ feed_id: number; dropshipper_id: number }>(
    `with d as (insert into dropshipper (supplier_name, dropshipper_prefix) values ('Compared', 'CMP')
      returning dropshipper_id) insert into feed (dropshipper_id, format)
      select dropshipper_id, '{"kind": "csv"}' from d returning feed_id, dropshipper_id`,
  )
  const { feed_id, dropshipper_id } = feeds[0]!
  const { rows: runs } = await client.query<{ feed_run_id: string }>(
    `insert into feed_run (feed_id, dropshipper_id, state, rows_read, created, updated, insert_tm)
      select ${feed_id}, ${dropshipper_id}, 'applied', ${comparedCount},
      case when n = 1 then ${comparedCount} else 0 end,
        case n when 2 then ${comparedCount / 50} when 3 then ${comparedCount} else 0 end,
        now() - make_interval(hours => (3 - n)::int) from generate_series(1, 3) n order by n
      returning feed_run_id`,
  )
  const [first, second, third] = runs.map((r) => Number(r.feed_run_id)) as [number, number, number]
  await client.query(
    `insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, quantity,
        sku, title, wholesale_price)
      select ${feed_id}, ${dropshipper_id}, i, ${first}, ${third}, i % 300 + 1, 'C-' || i, 'Thing ' || i, 5
      from generate_series(1, ${comparedCount}) i`,
  )
  await client.query(
    `insert into product_before select p.*, ${second}, 'updated'
      from (select product_id, feed_id, dropshipper_id, content_hash, product_status_id, created_run_id,
        ${first}::bigint, gone_tm, quantity - 1, ${fields} from product where feed_id = ${feed_id}
      and content_hash % 50 = 0) p`,
  )
  await client.query(
    `insert into product_before select p.*, ${third}, 'updated'
      from (select product_id, feed_id, dropshipper_id, content_hash, product_status_id, created_run_id,
        ${second}::bigint, gone_tm, quantity + 1, ${fields} from product where feed_id = ${feed_id}) p`,
  )
  await client.query(
    `update feed_run set product_upto = (select max(product_id) from product where feed_id = ${feed_id})
      where feed_id = ${feed_id}`,
  )
  await client.query('vacuum analyze')
  return [
    ['2 % changed', first, second],
    ['all changed', second, third],
    ['two runs apart, all changed', first, third],
  ]
}
