// What a vendor's stores cost: the prices of a million products, and an update of a store of which one
// product in a hundred changed.
import { singleRow } from '#server/platform/database/sql.ts'
import { queueStoreUpdate } from '#server/areas/stores/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { openCaller } from './client.ts'
import { startWorker, type Figure } from './feed.ts'
import { writeLine } from './measured.ts'

const products = Number(process.env.BENCH_PRICES ?? 1_000_000)
const shelf = 100_000

export async function benchStores(url: string, dir: string): Promise<Figure[]> {
  const caller = await openCaller(url, dir)
  const { services } = caller
  const figures: Figure[] = []
  const many = await makeShop(services, products)
  writeLine(`${products} products`)
  const n = products.toLocaleString('en-US')
  const tiers = [0, 10, 20, 50, 100, 200].map((from, i) => ({
    from: String(from),
    value: (0.6 - i * 0.08).toFixed(2),
  }))
  const rules = [
    { markup_type_id: 4, tiers, minimum_margin: '0.1', cap_at_msrp: true, round_to: 99 },
    ...Array.from({ length: 50 }, (_, i) => ({
      brand: `Brand ${i}`,
      markup_type_id: 2,
      markup_value: '0.3',
    })),
  ]
  const body = { currency_id: 1, rates: [], rules }
  const path = `/api/vendor/${many.vendor_id}/price-rules`
  const effectSeconds = await seconds(() => caller.ask({ method: 'POST', path: `${path}/effects`, body }))
  figures.push(
    figure(`prices of ${n} products weighed, before and after, 51 rules with tiers`, effectSeconds, 10),
  )

  const store = await makeShop(services, shelf)
  await caller.ask({ method: 'POST', path: `/api/vendor/${store.vendor_id}/price-rules`, body })
  const place = { url, dir }
  const first = await update(services, place, store.vendor_store_id)
  figures.push({
    ...figure(`first update of a store, ${first.sent.toLocaleString('en-US')} products`, first.seconds, 60),
    result: `${first.seconds.toFixed(1)} s, the worker's peak ${first.megabytes} MB`,
  })
  await sql`
    update product
    set quantity = quantity + 1, content_hash = content_hash + 1
    where feed_id = ${store.feed_id} and product_id % 100 = 7`.execute(services.db)
  const next = await update(services, place, store.vendor_store_id)
  figures.push({
    subject: 'an update of it, one product in a hundred changed',
    result: `${next.sent} sent, ${next.seconds.toFixed(1)} s, the worker's peak ${next.megabytes} MB`,
    limit: `${shelf / 100} sent, 350 MB`,
    ratio: (next.megabytes / 350).toFixed(2),
    aim: `${next.sent === shelf / 100 ? 'exactly those' : 'NOT those'}, < 1`,
  })
  const emptyUpdate = await update(services, place, store.vendor_store_id)
  figures.push(figure('an update of it, nothing changed', emptyUpdate.seconds, 10))
  await caller.close()
  return figures
}

interface Place {
  url: string
  dir: string
}
const figure = (subject: string, result: number, limit: number): Figure => ({
  subject,
  result: `${result.toFixed(1)} s`,
  limit: `${limit} s`,
  ratio: (result / limit).toFixed(2),
  aim: '< 1',
})
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** A vendor that sells this many products of one supplier in one store that takes files. */
async function makeShop({ db }: Services, n: number) {
  await sql`insert into market values (99, 'Files') on conflict do nothing`.execute(db)
  const { rows } = await sql<{ vendor_id: number; feed_id: number; vendor_store_id: number }>`
    with d as (
      insert into dropshipper (supplier_name, dropshipper_prefix)
      values (${`Supplier of ${n}`}, ${`B${n}`})
      returning dropshipper_id),
    f as (insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from d returning feed_id),
    v as (insert into vendor (company) values (${`Shop of ${n}`}) returning vendor_id),
    s as (insert into subscription (vendor_id, dropshipper_id) select vendor_id, dropshipper_id from v, d),
    m as (
      insert into vendor_market_map (vendor_id, dropshipper_id, market_id)
      select vendor_id, dropshipper_id, 99
      from v, d),
    t as (
      insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
      select vendor_id, 'Shop', 99, jsonb_build_object('kind', 'storage', 'folder', 'shop-' || vendor_id)
      from v
      returning vendor_store_id)
    select vendor_id, feed_id, vendor_store_id
    from v, f, t`.execute(db)
  const shop = singleRow(rows)
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
      manufacturer, categories, wholesale_price, msrp, map_price, quantity, images)
    select f.feed_id, f.dropshipper_id, i, 1, 1, ${`B${n}-`} || i, 'Product ' || i, 'Brand ' || i % 400,
      'Garden > Tools ' || i % 40, 1 + i % 300 + 0.35, 2 + (i % 300) * 2, case when i % 5 = 0 then 20 end,
      1 + i % 90, 'https://img.example.com/' || i || '.jpg'
    from feed f, generate_series(1, ${n}::int) i
    where f.feed_id = ${shop.feed_id}`.execute(db)
  await sql`analyze product`.execute(db)
  return shop
}

/** An update by a worker in a separate process: the seconds of its job, and the process's peak memory. */
async function update(services: Services, { url, dir }: Place, storeId: number) {
  const id = await services.db
    .transaction()
    .execute((tx) => queueStoreUpdate(services, tx, storeId, { requester: 'bench' }))
  const worker = startWorker(url, dir, 'updating')
  for (;;) {
    const job = await services.db
      .selectFrom('job')
      .select(['job_status', 'reason', 'job_start_time', 'job_end_time'])
      .where('job_id', '=', id!)
      .executeTakeFirstOrThrow()
    if (job.job_status === 3) throw new Error(job.reason ?? 'failed')
    if (job.job_status === 2) {
      const megabytes = await worker.stop()
      const { sent: sentRow } = await services.db
        .selectFrom('store_update')
        .select('sent')
        .where('vendor_store_id', '=', storeId)
        .orderBy('store_update_id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const took = Date.parse(job.job_end_time!) - Date.parse(job.job_start_time!)
      return { seconds: took / 1000, sent: sentRow, megabytes }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
