// A million-row feed against its limit: COPY of the same rows into a bare table plus one set-based merge,
// by psql's own statements.
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { feedRules, type FeedMapping } from '#contract/feeds/settings.ts'
import { queueRun } from '#server/areas/feeds/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'

export interface Figure {
  what: string
  ours: string
  limit: string
  ratio: string
  aim: string
}
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const columns = [
  'sku',
  'title',
  'brand',
  'category',
  'image',
  'cost',
  'msrp',
  'map',
  'weight',
  'length',
  'width',
  'height',
  'qty',
  'upc',
  'ref',
] as const
const mapping: FeedMapping = (
  [
    ['sku', 'sku'],
    ['title', 'title'],
    ['manufacturer', 'brand'],
    ['categories', 'category'],
    ['images', 'image'],
    ['wholesale_price', 'cost'],
    ['msrp', 'msrp'],
    ['map_price', 'map'],
    ['weight', 'weight'],
    ['length', 'length'],
    ['width', 'width'],
    ['height', 'height'],
    ['quantity', 'qty'],
    ['upc', 'upc'],
    ['supplier_product_id', 'ref'],
  ] as const
).map(([field, from]) => ({ field, from, transforms: [] }))

/** `change` of every thousand rows differ from the plain file. */
function* lines(change: number, end: string): Generator<string> {
  let text = `${columns.join(',')}${end}`
  for (let i = 0; i < rows; i++) {
    const price = 5 + (i % 9000) / 100 + ((i * 7919) % 1000 < change ? 0.01 : 0)
    const digits = String(10_000_000_000 + i)
    let sum = 0
    for (let k = 0; k < 11; k++) sum += Number(digits[k]) * (k % 2 ? 1 : 3)
    text +=
      `SKU-${(i * 7919) % 10_000_000}-${i},Product number ${i} of the catalogue,Brand ${i % 300},` +
      `Home > Kitchen ${i % 80},https://images.example.com/p/${i}.jpg,${price.toFixed(2)},` +
      `${(price * 1.6).toFixed(2)},${(price * 1.2).toFixed(2)},${((i % 500) / 10).toFixed(1)},` +
      `${i % 40},${i % 30},${i % 20},${i % 250},${digits}${(10 - (sum % 10)) % 10},R${i}${end}`
    if (text.length > 1 << 18) {
      yield text
      text = ''
    }
  }
  yield text
}

export async function benchFeed(url: string, dir: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(dir, 'bench-'))
  const file = (name: string) => join(folder, 'files', 'suppliers', name)
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const services = await openServices(config, url, createLog('silent'), { supervise: false })
  const { db, files } = services
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    for (const [name, change, end] of [
      ['one.csv', 0, '\n'],
      ['again.csv', 0, '\r\n'],
      ['changed.csv', 20, '\n'],
    ] as const)
      await files.put(`suppliers/${name}`, Readable.from(lines(change, end)))
    const limit = await bareLimit(url, file('one.csv'))
    const { dropshipper_id } = await db
      .insertInto('dropshipper')
      .values({ supplier_name: 'Bench', dropshipper_prefix: `B${process.pid}` })
      .returning('dropshipper_id')
      .executeTakeFirstOrThrow()
    const { feed_id } = await db
      .insertInto('feed')
      .values({
        dropshipper_id,
        source: '{}',
        format: JSON.stringify({ kind: 'csv' }),
        mapping: JSON.stringify(mapping),
        rules: JSON.stringify(feedRules.parse({})),
      })
      .returning('feed_id')
      .executeTakeFirstOrThrow()
    worker = startWorker(url, folder, 'monitoring')
    const run = async (key: string) => {
      await db
        .updateTable('feed')
        .set({ source: JSON.stringify({ kind: 'storage', key }) })
        .where('feed_id', '=', feed_id)
        .execute()
      const { feed_run_id } = await db
        .transaction()
        .execute((tx) => queueRun(services, tx, feed_id, { dry: false, requestedBy: 'bench' }))
      for (;;) {
        const r = await db
          .selectFrom('feed_run')
          .selectAll()
          .where('feed_run_id', '=', feed_run_id)
          .executeTakeFirstOrThrow()
        if (r.end_tm && r.state !== 'queued' && r.state !== 'running') {
          const seconds = (Date.parse(r.end_tm) - Date.parse(r.start_tm!)) / 1000
          const phases = r.phases as { phase: string; ms: number | null }[]
          console.log(
            `  ${key}: ${r.state} ${r.reason ?? ''} in ${seconds.toFixed(2)} s; ` +
              `created ${r.created}, updated ${r.updated}, unchanged ${r.unchanged}; ` +
              phases.map((p) => `${p.phase} ${p.ms}`).join(', '),
          )
          return seconds
        }
        await new Promise((done) => setTimeout(done, 100))
      }
    }
    const first = await run('one.csv')
    const same = await run('one.csv')
    const again = await run('again.csv')
    const changed = await run('changed.csv')
    const peak = await worker.stop()
    const s = (n: number) => `${n.toFixed(2)} s`
    return [
      {
        what:
          `${rows.toLocaleString('en-US')} rows ` +
          `(${(statSync(file('one.csv')).size / 1e6).toFixed(0)} MB) into an empty catalogue`,
        ours: s(first),
        limit: `${s(limit)} (COPY and merge)`,
        ratio: (first / limit).toFixed(2),
        aim: '<= 2',
      },
      { what: 'the same file again', ours: s(same), limit: '1 s', ratio: same.toFixed(2), aim: '< 1' },
      {
        what: 'the same rows in a new file',
        ours: s(again),
        limit: `${s(first)} (first load)`,
        ratio: `${(first / again).toFixed(1)} times faster`,
        aim: '>= 5 times',
      },
      {
        what: '2 % of the rows changed',
        ours: s(changed),
        limit: `${s(first)} (first load)`,
        ratio: `${(first / changed).toFixed(1)} times faster`,
        aim: '',
      },
      {
        what: "the worker's peak memory",
        ours: `${peak} MB`,
        limit: '350 MB',
        ratio: (peak / 350).toFixed(2),
        aim: '< 1',
      },
    ]
  } finally {
    await worker?.stop()
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bareLimit(url: string, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const decimals = ['cost', 'msrp', 'map', 'weight', 'length', 'width', 'height']
  const typeOf = (c: string) => (decimals.includes(c) ? 'numeric(12,4)' : c === 'qty' ? 'integer' : 'text')
  const types = columns.map((c) => `${c} ${typeOf(c)}`).join(', ')
  await client.query(`
    create unlogged table bare_stage (${types});
    create table bare (${types}, updated_tm timestamptz not null default now());
    create unique index on bare (sku)`)
  const began = performance.now()
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 18 }),
    client.query(copyFrom('copy bare_stage from stdin with (format csv, header)')),
  )
  await client.query('analyze bare_stage')
  const each = (shape: (column: string) => string) => columns.map(shape).join(', ')
  await client.query(`
    insert into bare (${columns.join(', ')})
    select distinct on (sku) ${columns.join(', ')}
    from bare_stage
    order by sku
    on conflict (sku) do update set ${each((c) => `${c} = excluded.${c}`)}
    where (${each((c) => `bare.${c}`)}) is distinct from (${each((c) => `excluded.${c}`)})`)
  const seconds = (performance.now() - began) / 1000
  await client.query('drop table bare_stage, bare')
  await client.end()
  return seconds
}

/** A worker process of its own, whose peak resident memory the kernel keeps. */
export function startWorker(url: string, dir: string, category: string) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'server', 'main.ts'), 'worker', category],
    {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: dir, LOG_LEVEL: 'silent', NODE_ENV: 'development' },
      stdio: 'inherit',
    },
  )
  let peak = 0
  const look = setInterval(() => {
    try {
      peak = Math.max(
        peak,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
      )
    } catch {
      // not Linux, or ended
    }
  }, 200)
  return {
    stop: () =>
      new Promise<number>((resolve) => {
        clearInterval(look)
        if (child.exitCode !== null || child.signalCode !== null) return resolve(Math.round(peak / 1024))
        child.once('exit', () => resolve(Math.round(peak / 1024)))
        child.kill('SIGTERM')
      }),
  }
}
