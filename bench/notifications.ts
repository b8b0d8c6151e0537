// Notifications: the list over millions of rows, and ten thousand events a minute.
import pg from 'pg'
import { openDatabase } from '#server/platform/database/db.ts'
import { raise } from '#server/platform/notices.ts'
import { collectEvents } from '#server/areas/notifications/public.ts'
import { openCaller, type BenchRequest } from './client.ts'
import { fillUnindexed } from './filled.ts'
import type { Figure } from './feed.ts'
import { measureLooks } from './looks.ts'
import { measureInto, writeLine } from './measured.ts'

const rows = Number(process.env.BENCH_NOTIFICATIONS ?? 5_000_000)
const millions = `${(rows / 1e6).toFixed(1)} million notifications`
/** The longest a search may take, in ms. */
const searchBar = 500
const eventsAMinute = 10_000
/** Runs that raise events at once, and how long the rest of each takes, in ms. */
const producers = 16
const workMs = 50

const list = (body: object): BenchRequest => ({ method: 'POST', path: '/api/system-messages/', body })

export async function benchNotifications(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  writeLine(`writing ${millions}`)
  await fillUnindexed(client, ['system_message'], async () => {
    await client.query(
      `insert into system_message (
          kind, category, event_key, severity, message, insert_tm, began_tm, last_tm, ended_tm, ended_by, dismissed)
        select case n % 3 when 0 then 'feed' when 1 then 'store' else 'feedback' end,
          case n % 3 when 0 then 'feed' when 1 then 'store' else 'vendor' end,
          'bench:' || n, n % 2, 'Supplier ' || n % 997 || ': run ' || n || ' held. Stock of ' || n % 89 || ' products',
          t, t, t, case when n % 5000 > 0 then t + interval '1 hour' end, case when n % 5000 > 0 then 'itself' end,
          n % 7 = 0
        from generate_series(1, $1::int) n
        cross join lateral (select now() - n * interval '6 seconds' as t) at`,
      [rows],
    )
  })
  await client.query('vacuum analyze system_message')
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  const measure = measureInto(figures, caller)
  const ranges = [24, 48, 72, 168, null]
  await measure(`The list of ${millions}, by range`, 40, (turn) =>
    list({ time_range: ranges[turn % ranges.length], include_categories: true }),
  )
  await measure(`The same by category, far back`, 40, (turn) =>
    list({
      time_range: null,
      category_handle: ['feed', 'store', 'vendor'][turn % 3],
      since_id: 1 + turn * 1000,
    }),
  )
  const { p95, p50 } = await caller.p95(40, (turn) =>
    list({ time_range: null, search: `Supplier ${turn % 997}: run` }),
  )
  figures.push({
    subject: `A search in all of them`,
    result: `p95 ${p95.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`,
    limit: `${searchBar} ms`,
    ratio: (p95 / searchBar).toFixed(2),
    aim: '< 1',
  })
  await caller.close()
  figures.push(...(await measureEvents(url)), ...(await measureLooks(url)))
  await client.end()
  return figures
}

/** How many events the producers append beside their work, and how much longer that takes them. */
async function measureEvents(url: string): Promise<Figure[]> {
  const database = openDatabase(url, { max: producers + 4 })
  const { db } = database
  const run = (events: number) =>
    db.transaction().execute(async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, workMs))
      for (let i = 0; i < events; i++)
        await raise(tx, {
          kind: 'store',
          subject: Math.floor(Math.random() * 3000),
          message: 'Updates stopped',
        })
    })
  const timed = async (events: number) => {
    const seconds = 10
    const end = performance.now() + seconds * 1000
    let runs = 0
    let ms = 0
    await Promise.all(
      Array.from({ length: producers }, async () => {
        while (performance.now() < end) {
          const began = performance.now()
          await run(events)
          ms += performance.now() - began
          runs += 1
        }
      }),
    )
    return { eachMs: ms / runs, perMinute: (runs * events * 60) / seconds }
  }
  const alone = await timed(0)
  let isCollecting = true
  const collecting = (async () => {
    while (isCollecting) {
      await collectEvents({ db, clock: { now: () => Date.now() } })
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()
  const raising = await timed(1)
  isCollecting = false
  await collecting
  const { rows: left } = await database.pool.query<{ count: string }>('select count(*) from notice_inbox')
  writeLine(`${left[0]?.count ?? 0} events left to count`)
  await database.close()
  return [
    {
      subject: `Events appended by ${producers} producers while they are counted`,
      result: `${Math.round(raising.perMinute).toLocaleString('en-US')} a minute`,
      limit: `${eventsAMinute.toLocaleString('en-US')} a minute`,
      ratio: (eventsAMinute / raising.perMinute).toFixed(2),
      aim: '< 1',
    },
    {
      subject: 'A transaction that appends one, beside the same without',
      result: `${raising.eachMs.toFixed(1)} ms, ${alone.eachMs.toFixed(1)} ms without`,
      limit: `${(alone.eachMs + 5).toFixed(1)} ms`,
      ratio: (raising.eachMs / (alone.eachMs + 5)).toFixed(2),
      aim: '< 1',
    },
  ]
}
