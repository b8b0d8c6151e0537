// `node bench/kill-stores.ts [kills] [shopify]`: kills the worker with SIGKILL at random points of a store's
// updates, and looks whether the store, by files or by Shopify's bulk operations, has every changed product
// once, in its last state, and none twice.
import { singleRow } from '#server/platform/database/sql.ts'
import type { RawBuilder } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileShelf } from './killed-files.ts'
import { shopifyShelf } from './killed-shopify.ts'
import { queueStoreUpdate } from '#server/areas/stores/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openServices } from '#server/services.ts'
import { temporaryFolder } from '#server/test/temporary.ts'

/** What is sold, and how to check that it arrived. */
export interface Shelf {
  products: number
  market: string
  market_id?: number
  store: { drop_to: string; store_admin_url?: string; token?: string }
  /** The worker is killed within this many milliseconds after the condition is met. */
  begins: RawBuilder<unknown>
  withinMs: number
  change(db: Db, round: number): Promise<unknown>
  /** What arrived since, and what is wrong with it. */
  came(
    round: number,
    db: Db,
  ): { sent: number; faults: string[] } | Promise<{ sent: number; faults: string[] }>
  /** Accepts what has arrived so far as correct. */
  told(): void
  close(): Promise<void>
}

const kills = Number(process.argv[2] ?? 30)
const folder = temporaryFolder('kill-stores')
const shelf = process.argv[3] === 'shopify' ? await shopifyShelf() : fileShelf(folder.path)
const postgres = await startEmbeddedPostgres(join(folder.path, 'postgres'))
await migrate(postgres.url)
const env = {
  NODE_ENV: 'development',
  DATABASE_URL: postgres.url,
  DATA_DIR: folder.path,
  LOG_LEVEL: 'silent',
  FETCH_ALLOW_HOSTS: '127.0.0.1',
}
const services = await openServices(readConfig(env), postgres.url, createLog('silent'), { supervise: true })
const { db } = services
const startWorker = (): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '..', 'server', 'main.ts'), 'worker'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const { market_id = 99, market, store } = shelf
const secret = store.token === undefined ? null : services.secrets.seal(store.token)
await sql`insert into market values (${market_id}, ${market})`.execute(db)
const { rows } = await sql<{ vendor_id: number; vendor_store_id: number }>`
  with d as (
    insert into dropshipper (supplier_name, dropshipper_prefix) values ('Killed', 'K') returning dropshipper_id),
  f as (insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from d returning feed_id),
  v as (insert into vendor (company) values ('Shop') returning vendor_id),
  s as (insert into subscription (vendor_id, dropshipper_id) select vendor_id, dropshipper_id from v, d),
  m as (
    insert into vendor_market_map (vendor_id, dropshipper_id, market_id)
    select vendor_id, dropshipper_id, ${market_id}::int
    from v, d),
  t as (
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to, store_admin_url, store_admin_secret)
    select vendor_id, 'Shop', ${market_id}::int, ${store.drop_to}::jsonb, ${store.store_admin_url ?? ''}, ${secret}
    from v
    returning vendor_store_id)
  select vendor_id, vendor_store_id
  from f, v, t`.execute(db)
const { vendor_id, vendor_store_id } = singleRow(rows)
if (secret !== null)
  await sql`
    insert into price_rule (vendor_id, place, brand, cat1, cat2, cat3, cat4, cat5, markup_type_id, markup_value,
      tiers, add_shipping, add_dropship_fee, ignore_map, cap_at_msrp)
    values (${vendor_id}, 1, '', '', '', '', '', '', 1, 2.5, '[]', false, false, false, false)`.execute(db)
await sql`
  insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
    wholesale_price, quantity)
  select feed_id, dropshipper_id, i, 1, 1, 'K-' || i, 'Product ' || i, 10, 1000
  from feed, generate_series(1, ${shelf.products}::int) i`.execute(db)

async function waitUntilSettled(): Promise<void> {
  for (let i = 0; i < 2400; i++) {
    const { rows: open } = await sql`
      select
      from job
      where job_status in (1, 4)
      union all
      select
      from vendor_store
      where behind_since is not null
      union all
      select
      from store_call
      where state in ('sending', 'accepted')
      limit 1`.execute(db)
    if (open.length === 0) return
    await wait(50)
  }
  throw new Error('It did not end')
}
/** A worker that just started takes a while. */
async function waitUntilBegun(): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const { rows: open } = await sql`select where exists (${shelf.begins})`.execute(db)
    if (open.length > 0) return
    await wait(20)
  }
}
/** The current step of an update; for a bulk load at Shopify, how far it is. */
async function workedOn(): Promise<string | undefined> {
  const { rows: open } = await sql<{ state: string; ticket: string | null }>`
    select u.state, c.ticket
    from store_update u
    left join store_call c
      on c.store_update_id = u.store_update_id and c.state in ('sending', 'accepted')
    where u.state in ('planning', 'sending', 'accepted')
    order by c.store_call_id
    limit 1`.execute(db)
  const [firstOpen] = open
  if (!firstOpen?.ticket) return firstOpen?.state
  const { stage = 'look', round: step = 0 } = JSON.parse(firstOpen.ticket) as {
    stage?: string
    round?: number
  }
  return `${firstOpen.state}, in its load: ${stage} ${step}`
}
const queue = () =>
  db.transaction().execute((tx) => queueStoreUpdate(services, tx, vendor_store_id, { requester: 'kill' }))

let worker = startWorker()
await queue()
await waitUntilSettled()
shelf.told()
let faults = 0
let killCount = 0
for (let round = 1; round <= kills; round++) {
  await shelf.change(db, round)
  await queue()
  await waitUntilBegun()
  await wait(Math.random() * shelf.withinMs)
  const jobId = await workedOn()
  worker.kill('SIGKILL')
  worker = startWorker()
  if (jobId) killCount++
  await waitUntilSettled()
  const { sent: sentCount, faults: wrong } = await shelf.came(round, db)
  const { rows: behind } = await sql<{ n: number }>`
    select count(*)::int as n
    from product p
    left join store_product sp using (product_id)
    where sp.quantity is distinct from p.quantity`.execute(db)
  if (singleRow(behind).n > 0) wrong.push(`${singleRow(behind).n} behind`)
  if (wrong.length > 0) faults++
  const fault = wrong.length > 0 ? `  FAULT: ${wrong.join(', ')}` : ''
  console.log(
    `${String(round).padStart(3)} killed ${jobId ?? 'before or after it'}: ${sentCount} sent${fault}`,
  )
}
worker.kill('SIGTERM')
await services.close()
await shelf.close()
await postgres.stop()
await folder.remove()
console.log(`${kills} kills, ${killCount} of them in the middle of an update: ${faults} faults`)
process.exitCode = faults ? 1 : 0
