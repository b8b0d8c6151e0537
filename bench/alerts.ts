// Product alerts: the mails of 2,000 addresses that watch one catalogue of a million products, of which one
// product in fifty changed every day of a month.
import { singleRow } from '#server/platform/database/sql.ts'
import { sendProductAlerts } from '#server/areas/account/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { openCaller } from './client.ts'
import type { Figure } from './feed.ts'
import { writeLine } from './measured.ts'

const products = Number(process.env.BENCH_WATCHED ?? 1_000_000)
const alerts = 2000
const days = 30
/** The timer checks again after these ten minutes. */
const mostSeconds = 600
const mostMegabytes = 100

export async function benchAlerts(url: string, dir: string): Promise<Figure[]> {
  const caller = await openCaller(url, dir)
  const { services } = caller
  const supplier = await makeCatalogue(services)
  writeLine(`${products} products, ${days} days of changes`)
  await makeAlerts(services, supplier)
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const began = performance.now()
  await sendProductAlerts(services)
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from mail where kind = 'product_alerts'`.execute(services.db)
  await caller.close()
  const megabytes = Math.round((peak - before) / 1e6)
  const subject = `${singleRow(rows).mails} product alerts of ${products.toLocaleString('en-US')} products`
  return [
    {
      subject: `${subject}, 2 % changed on each of ${days} days`,
      result: `${seconds.toFixed(1)} s`,
      limit: `${mostSeconds} s`,
      ratio: (seconds / mostSeconds).toFixed(2),
      aim: '< 1',
    },
    {
      subject: '… what the process takes for them',
      result: `${megabytes} MB`,
      limit: `${mostMegabytes} MB`,
      ratio: (megabytes / mostMegabytes).toFixed(2),
      aim: '< 1',
    },
  ]
}

/**
 * Run 1 created all but the newest products; each later run changed prices, stock or both, and added a
 * few.
 */
async function makeCatalogue({ db }: Services): Promise<number> {
  const { rows } = await sql<{ dropshipper_id: number; feed_id: number }>`
    with d as (
      insert into dropshipper (supplier_name, dropshipper_prefix)
      values ('Watched', 'WA')
      returning dropshipper_id)
    insert into feed (dropshipper_id, format, current_run_id)
    select dropshipper_id, '{"kind": "csv"}', ${days + 1}
    from d
    returning dropshipper_id, feed_id`.execute(db)
  const { dropshipper_id, feed_id } = singleRow(rows)
  await sql`
    insert into feed_run (feed_run_id, feed_id, dropshipper_id, state, product_upto)
    overriding system value
    select n, ${feed_id}, ${dropshipper_id}, 'applied', ${products}::int - (${days + 1} - n) * 100
    from generate_series(1, ${days + 1}::int) n`.execute(db)
  await sql`
    insert into product (product_id, feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku,
      title, manufacturer, wholesale_price, quantity)
    overriding system value
    select i, ${feed_id}, ${dropshipper_id}, i,
      greatest(1, ${days + 1} - (${products}::int - i) / 100), 1, 'WA-' || i, 'Product ' || i,
      'Brand ' || i % 400, 1 + i % 300 + 0.35, 1 + i % 90
    from generate_series(1, ${products}::int) i`.execute(db)
  for (let run = 2; run <= days + 1; run++)
    await sql`
      insert into product_before
      select p.product_id, p.feed_id, p.dropshipper_id, p.content_hash, p.product_status_id, p.created_run_id,
        p.updated_run_id, p.gone_tm, case when p.product_id % 3 = 0 then 0 else p.quantity end, p.sku,
        p.supplier_product_id, p.title, p.description, p.manufacturer, p.categories, p.images,
        p.wholesale_price - (p.product_id % 2), p.msrp, p.map_price, p.dropship_fee, p.shipping_cost, p.weight,
        p.length, p.width, p.height, p.upc, p.ean, p.isbn, p.asin, p.unspsc, p.currency, p.parent_sku,
        p.options, ${run}::bigint, 'updated'
      from product p
      where p.feed_id = ${feed_id} and p.product_id % 50 = ${run % 50}::int and p.created_run_id < ${run}::bigint
    `.execute(db)
  await sql`vacuum analyze`.execute(db)
  return dropshipper_id
}

/**
 * Five addresses per vendor; daily, weekly and monthly ones whose last alert was on any day of the month.
 */
async function makeAlerts({ db, clock }: Services, supplier: number): Promise<void> {
  await sql`insert into vendor (company) select 'Watcher ' || n from generate_series(1, ${alerts / 5}::int) n`.execute(
    db,
  )
  await sql`
    insert into subscription (vendor_id, dropshipper_id)
    select vendor_id, ${supplier}::int
    from vendor
    where company like 'Watcher %'`.execute(db)
  const today = new Date(clock.now() - 86_400_000).toISOString().slice(0, 10)
  await sql`
    insert into product_alert (vendor_id, email, dropshipper_id, alert_frequency_id, next_on, since_run_id,
      since_tm, shown_run_id, shown_tm)
    select v.vendor_id, 'watcher' || n || '@example.com', ${supplier}::int, 1 + n % 3, ${today}::date,
      1 + (v.vendor_id * 5 + n) % ${days}::int, now(), 1, now()
    from vendor v, generate_series(1, 5) n
    where v.company like 'Watcher %'`.execute(db)
}
