// `node bench/kill.ts [workers] [databases]`: kills the worker, then the database server, with SIGKILL at
// random points of feed runs, and looks
// whether the catalogue is what the files say, every run has ended, and nothing was applied twice.
import { singleRow } from '#server/platform/database/sql.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { feedRules } from '#contract/feeds/settings.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { queueRun } from '#server/areas/feeds/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { sql } from '#server/platform/database/db.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openServices } from '#server/services.ts'
import { temporaryFolder } from '#server/test/temporary.ts'

const [workerKills = 50, databaseKills = 10] = process.argv.slice(2).map(Number)
const rows = 20_000
const folder = temporaryFolder('kill')
const dir = folder.path
const data = join(dir, 'postgres')
const postgres = await startEmbeddedPostgres(data)
await migrate(postgres.url)
const config = readConfig({
  NODE_ENV: 'test',
  DATABASE_URL: postgres.url,
  DATA_DIR: dir,
  LOG_LEVEL: 'silent',
})
const services = await openServices(config, postgres.url, createLog('silent'), { supervise: true })
const startWorker = (): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '..', 'server', 'main.ts'), 'worker'], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      DATA_DIR: dir,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'development',
    },
    stdio: 'ignore',
  })
const { dropshipper_id } = await services.db
  .insertInto('dropshipper')
  .values({ supplier_name: 'Killed', dropshipper_prefix: 'K' })
  .returning('dropshipper_id')
  .executeTakeFirstOrThrow()
const mapping = [
  ['sku', 'sku'],
  ['wholesale_price', 'price'],
  ['quantity', 'qty'],
].map(([field, from]) => ({ field, from, transforms: [] }))
const { feed_id } = await services.db
  .insertInto('feed')
  .values({
    dropshipper_id,
    source: JSON.stringify({ kind: 'storage', key: 'killed.csv' }),
    format: JSON.stringify({ kind: 'csv' }),
    mapping: JSON.stringify(mapping),
    rules: JSON.stringify(feedRules.parse({ threshold_percent: 100 })),
  })
  .returning('feed_id')
  .executeTakeFirstOrThrow()

/** The file of a round: a tenth of its products occur only in that round, and prices change with it. */
const contents = (round: number) =>
  new Map(
    Array.from({ length: rows }, (_, i) => [
      i % 10 === 0 ? `R${round}-${i}` : `S-${i}`,
      [((i + round) % 500) + 1, (i * round) % 50] as const,
    ]),
  )
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms))

let worker = startWorker()
let faults = 0
let interruptedCount = 0
let expectedApplied = 0
for (let round = 1; round <= workerKills + databaseKills; round++) {
  const file = contents(round)
  await services.files.put(
    'suppliers/killed.csv',
    Readable.from([
      `sku,price,qty\n${[...file].map(([sku, [price, qty]]) => `${sku},${price},${qty}`).join('\n')}\n`,
    ]),
  )
  const { feed_run_id } = await services.db
    .transaction()
    .execute((tx) => queueRun(services, tx, feed_id, { dry: false, requestedBy: 'kill' }))
  await wait(Math.random() * 900)
  const database = round > workerKills
  const killedJob = await services.db
    .selectFrom('feed_run')
    .select(['state', 'phase'])
    .where('feed_run_id', '=', feed_run_id)
    .executeTakeFirstOrThrow()
  // the server restarts by itself, and its clients continue
  if (database) process.kill(postgres.pid, 'SIGKILL')
  else {
    worker.kill('SIGKILL')
    worker = startWorker()
  }
  if (killedJob.state === 'queued' || killedJob.state === 'running') interruptedCount++
  let run = killedJob as { state: string; reason?: string | null; attempt?: number }
  for (let i = 0; i < 1200 && (run.state === 'queued' || run.state === 'running'); i++) {
    await wait(50)
    run = await services.db
      .selectFrom('feed_run')
      .select(['state', 'reason', 'attempt'])
      .where('feed_run_id', '=', feed_run_id)
      .executeTakeFirstOrThrow()
      .catch(() => run)
  }
  if (run.state === 'applied') expectedApplied++
  // the run's tables are dropped after it is closed, before its job ends
  for (let i = 0; i < 600; i++) {
    const open = services.db.selectFrom('job').select('job_id')
    const waiting = open
      .where('job_status', 'in', [jobStatus.executing, jobStatus.scheduled])
      .executeTakeFirst()
    // the server may still be restarting
    if (!(await waiting.catch(() => true))) break
    await wait(50)
  }
  const heldRuns = await services.db
    .selectFrom('product')
    .select(['sku', 'wholesale_price', 'quantity'])
    .where('feed_id', '=', feed_id)
    .where('gone_tm', 'is', null)
    .execute()
  const wrong =
    heldRuns.filter(
      (p) => Number(p.wholesale_price) !== file.get(p.sku)?.[0] || p.quantity !== file.get(p.sku)?.[1],
    ).length + Math.abs(heldRuns.length - file.size)
  const { rows: appliedRuns } = await sql<{
    n: number
  }>`select count(*) as n from activity where type = 'feed.applied'`.execute(services.db)
  const { rows: stages } = await sql`
      select 1
      from pg_class
      where relnamespace = 'feed_stage'::regnamespace and relkind = 'r'`.execute(services.db)
  const bad =
    run.state !== 'applied' || wrong > 0 || singleRow(appliedRuns).n !== expectedApplied || stages.length > 0
  if (bad) faults++
  const fault =
    `  FAULT wrong ${wrong}, applied ${singleRow(appliedRuns).n} of ${expectedApplied}, ` +
    `stages ${stages.length}, ${run.reason}`
  console.log(
    `${String(round).padStart(3)} ${database ? 'database' : 'worker'} killed at ${killedJob.state} ` +
      `${killedJob.phase ?? ''}: ${run.state}, attempt ${run.attempt ?? '?'}${bad ? fault : ''}`,
  )
}
worker.kill('SIGTERM')
await services.close()
await postgres.stop()
await folder.remove()
console.log(
  `${workerKills} worker kills and ${databaseKills} database kills, ` +
    `${interruptedCount} of them in the middle of a run: ${faults} faults`,
)
process.exitCode = faults ? 1 : 0
