// `node bench/kill-stores.ts [kills]`: kills the worker with SIGKILL at random points of a store's updates,
// and looks whether the store's folder has every changed product once, in its last state, and none twice.
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { queueStoreUpdate } from '#server/areas/stores/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { sql } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openServices } from '#server/services.ts'
import { temporaryFolder } from '#server/test/temporary.ts'

const kills = Number(process.argv[2] ?? 30)
const products = 60_000
const folder = temporaryFolder('kill-stores')
const postgres = await startEmbeddedPostgres(join(folder.path, 'postgres'))
await migrate(postgres.url)
const env = {
  NODE_ENV: 'development',
  DATABASE_URL: postgres.url,
  DATA_DIR: folder.path,
  LOG_LEVEL: 'silent',
}
const services = await openServices(readConfig(env), postgres.url, createLog('silent'), { supervise: true })
const { db } = services
const startWorker = (): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '..', 'server', 'main.ts'), 'worker'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

await sql`insert into market values (99, 'Files')`.execute(db)
const { rows } = await sql<{ feed_id: number; vendor_store_id: number }>`
  with d as (
    insert into dropshipper (supplier_name, dropshipper_prefix) values ('Killed', 'K') returning dropshipper_id),
  f as (insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from d returning feed_id),
  v as (insert into vendor (company) values ('Shop') returning vendor_id),
  s as (insert into subscription (vendor_id, dropshipper_id) select vendor_id, dropshipper_id from v, d),
  m as (
    insert into vendor_market_map (vendor_id, dropshipper_id, market_id)
    select vendor_id, dropshipper_id, 99
    from v, d),
  t as (
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
    select vendor_id, 'Shop', 99, '{"kind": "storage", "folder": "killed"}'
    from v
    returning vendor_store_id)
  select feed_id, vendor_store_id
  from f, t`.execute(db)
const { feed_id, vendor_store_id } = rows[0]!
await sql`
  insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title, quantity)
  select feed_id, dropshipper_id, i, 1, 1, 'K-' || i, 'Product ' || i, 1000
  from feed, generate_series(1, ${products}::int) i`.execute(db)

const at = join(folder.path, 'files', 'stores', 'killed')
const seen = new Set<string>()
/** The rows of the files that came since. */
function arrived(): string[] {
  const fresh = readdirSync(at).filter((name) => !seen.has(name))
  for (const name of fresh) seen.add(name)
  return fresh.flatMap((name) => readFileSync(join(at, name), 'utf8').trim().split('\n').slice(1))
}
async function settled(): Promise<void> {
  for (let i = 0; i < 2400; i++) {
    const { rows: open } = await sql`
      select
      from job
      where job_status in (1, 4)
      union all
      select
      from vendor_store
      where behind_since is not null
      limit 1`.execute(db)
    if (open.length === 0) return
    await wait(50)
  }
  throw new Error('It did not end')
}
/** A worker that was just started takes a while. */
async function begun(): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const { rows: open } = await sql`
      select from store_update where state in ('planning', 'sending') limit 1`.execute(db)
    if (open.length > 0) return
    await wait(20)
  }
}
const queue = () => db.transaction().execute((tx) => queueStoreUpdate(services, tx, vendor_store_id, 'kill'))

let worker = startWorker()
await queue()
await settled()
arrived()
let faults = 0
let struck = 0
for (let round = 1; round <= kills; round++) {
  await sql`
    update product set quantity = 1000 + ${round}::int, content_hash = content_hash + 1
    where feed_id = ${feed_id} and product_id % 4 = ${round % 4}::int`.execute(db)
  await queue()
  await begun()
  await wait(Math.random() * 700)
  const { rows: open } = await sql<{ state: string }>`
    select state from store_update where state in ('planning', 'sending')`.execute(db)
  worker.kill('SIGKILL')
  worker = startWorker()
  if (open.length > 0) struck++
  await settled()
  const sent = arrived().map((row) => row.split(','))
  const changed = products / 4
  const twice = sent.length - new Set(sent.map(([sku]) => sku)).size
  const old = sent.filter(([, quantity]) => Number(quantity) !== 1000 + round).length
  const { rows: behind } = await sql<{ n: number }>`
    select count(*)::int as n
    from product p
    left join store_product sp using (product_id)
    where sp.quantity is distinct from p.quantity`.execute(db)
  const bad = sent.length !== changed || twice > 0 || old > 0 || behind[0]!.n > 0
  if (bad) faults++
  const state = open[0]?.state ?? 'before or after it'
  console.log(
    `${String(round).padStart(3)} killed ${state}: ${sent.length} sent${
      bad ? `  FAULT of ${changed}, ${twice} twice, ${old} old, ${behind[0]!.n} behind` : ''
    }`,
  )
}
worker.kill('SIGTERM')
await services.close()
await folder.remove()
console.log(`${kills} kills, ${struck} of them in the middle of an update: ${faults} faults`)
process.exitCode = faults ? 1 : 0
