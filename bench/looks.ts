// The look for problems that runs each minute, over the updates of three days of many stores.
import pg from 'pg'
import { lookForProblems } from '#server/areas/notifications/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import type { Figure } from './feed.ts'
import { fillUnindexed } from './filled.ts'
import { writeLine } from './measured.ts'

const stores = Number(process.env.BENCH_LOOKED_STORES ?? 20_000)
const updatesOfStore = 100
const markets = 20
/** A look that takes longer delays the next. */
const barSeconds = 10
const looks = 5

export async function measureLooks(url: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await makeStores(client)
  await client.end()
  const database = openDatabase(url, { max: 4 })
  const log = { warn: (fault: object) => writeLine(JSON.stringify(fault)) }
  const config = readConfig({ NODE_ENV: 'development', DATABASE_URL: url, LOG_LEVEL: 'silent' })
  const services = { db: database.db, clock: { now: () => Date.now() }, log, config } as unknown as Services
  const took: number[] = []
  for (let turn = 0; turn < looks; turn++) {
    const began = performance.now()
    await lookForProblems(services)
    took.push((performance.now() - began) / 1000)
  }
  await database.close()
  const longest = Math.max(...took)
  const updates = (stores * updatesOfStore).toLocaleString('en-US')
  return [
    {
      subject: `A look for problems, ${stores.toLocaleString('en-US')} stores with ${updates} updates in three days`,
      result: `${longest.toFixed(1)} s at most`,
      limit: `${barSeconds} s`,
      ratio: (longest / barSeconds).toFixed(2),
      aim: '< 1',
    },
  ]
}

/** One update in fifty failed; the newest of a few couldn't reach their market. */
async function makeStores(client: pg.Client): Promise<void> {
  await client.query(
    `insert into market (market_id, market_name) select 900 + i, 'Market ' || i from generate_series(1, $1::int) i`,
    [markets],
  )
  await client.query(
    `with v as (insert into vendor (company) select 'Shop ' || i from generate_series(1, $1::int) i returning vendor_id)
      insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
      select vendor_id, 'Store of ' || vendor_id, 901 + vendor_id % $2::int, '{}' from v`,
    [stores, markets],
  )
  await fillUnindexed(client, ['job', 'job_attempt'], async () => {
    await client.query(
      `with made as (
          insert into job (job_type, category, param_value, subject, job_status, queued_tm, job_start_time, job_end_time, reason)
          select 'VENDOR_STORE_UPDATER_JOB', 'updating', s.vendor_store_id::text, s.vendor_store_name,
            case when i % 50 = 7 then 3 else 2 end, t, t, t + interval '10 seconds',
            case when i % 50 = 7 then 'The store can’t be reached.' end
          from generate_series($1::int - 1, 0, -1) i
          cross join vendor_store s
          cross join lateral (select now() - i * interval '43 minutes' - interval '1 minute' as t) at
          returning job_id, job_start_time, job_end_time, reason)
        insert into job_attempt (job_id, attempt, server, start_tm, end_tm, outcome, reason)
        select job_id, 1, 'worker', job_start_time, job_end_time, 'done', reason from made`,
      [updatesOfStore],
    )
  })
  await client.query('vacuum analyze')
}
