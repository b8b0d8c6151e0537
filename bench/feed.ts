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
import { openServices, type OpenServices } from '#server/services.ts'

export interface Figure {
  subject: string
  result: string
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
  const { files } = services
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    for (const [name, change, end] of [
      ['one.csv', 0, '\n'],
      ['again.csv', 0, '\r\n'],
      ['changed.csv', 20, '\n'],
    ] as const)
      await files.put(`suppliers/${name}`, Readable.from(lines(change, end)))
    const limit = await bareLimit(url, file('one.csv'))
    const feed_id = await makeBenchFeed(services)
    worker = startWorker(url, folder, 'monitoring')
    const run = (key: string) => secondsOfRun(services, feed_id, key)
    const first = await run('one.csv')
    const sameRun = await run('one.csv')
    const secondRun = await run('again.csv')
    const changedRun = await run('changed.csv')
    const peak = await worker.stop()
    const bytes = statSync(file('one.csv')).size
    return figures({ limit, first, sameRun, secondRun, changedRun, peak, bytes })
  } finally {
    await worker?.stop()
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measurements {
  limit: number
  first: number
  sameRun: number
  secondRun: number
  changedRun: number
  peak: number
  bytes: number
}
function figures({ limit, first, sameRun, secondRun, changedRun, peak, bytes }: Measurements): Figure[] {
  const s = (n: number) => `${n.toFixed(2)} s`
  return [
    {
      subject:
        `${rows.toLocaleString('en-US')} rows ` + `(${(bytes / 1e6).toFixed(0)} MB) into an empty catalogue`,
      result: s(first),
      limit: `${s(limit)} (COPY and merge)`,
      ratio: (first / limit).toFixed(2),
      aim: '<= 2',
    },
    {
      subject: 'the same file again',
      result: s(sameRun),
      limit: '1 s',
      ratio: sameRun.toFixed(2),
      aim: '< 1',
    },
    {
      subject: 'the same rows in a new file',
      result: s(secondRun),
      limit: `${s(first)} (first load)`,
      ratio: `${(first / secondRun).toFixed(1)} times faster`,
      aim: '>= 5 times',
    },
    {
      subject: '2 % of the rows changed',
      result: s(changedRun),
      limit: `${s(first)} (first load)`,
      ratio: `${(first / changedRun).toFixed(1)} times faster`,
      aim: '',
    },
    {
      subject: "the worker's peak memory",
      result: `${peak} MB`,
      limit: '350 MB',
      ratio: (peak / 350).toFixed(2),
      aim: '< 1',
    },
  ]
}

export async function makeBenchFeed({ db }: OpenServices, columnsMapping = mapping): Promise<number> {
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
      mapping: JSON.stringify(columnsMapping),
      rules: JSON.stringify(feedRules.parse({})),
    })
    .returning('feed_id')
    .executeTakeFirstOrThrow()
  return feed_id
}

/** Runs the feed with this file and returns its seconds from start to end. */
export async function secondsOfRun(services: OpenServices, feed_id: number, key: string): Promise<number> {
  const { db } = services
  await db
    .updateTable('feed')
    .set({ source: JSON.stringify({ kind: 'storage', key }) })
    .where('feed_id', '=', feed_id)
    .execute()
  const { feed_run_id } = await db
    .transaction()
    .execute((tx) => queueRun(services, tx, feed_id, { dry: false, requestedBy: 'bench' }))
  for (;;) {
    const run = await db
      .selectFrom('feed_run')
      .selectAll()
      .where('feed_run_id', '=', feed_run_id)
      .executeTakeFirstOrThrow()
    if (run.start_tm && run.end_tm && run.state !== 'queued' && run.state !== 'running') {
      const seconds = (Date.parse(run.end_tm) - Date.parse(run.start_tm)) / 1000
      const phases = run.phases as { phase: string; ms: number | null }[]
      console.log(
        `  ${key}: ${run.state} ${run.reason ?? ''} in ${seconds.toFixed(2)} s; ` +
          `created ${run.created}, updated ${run.updated}, unchanged ${run.unchanged}; ` +
          phases.map((p) => `${p.phase} ${p.ms}`).join(', '),
      )
      return seconds
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function bareLimit(url: string, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const decimals = ['cost', 'msrp', 'map', 'weight', 'length', 'width', 'height']
  const typeOf = (column: string) => {
    if (decimals.includes(column)) return 'numeric(12,4)'
    return column === 'qty' ? 'integer' : 'text'
  }
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
  const columnList = (shape: (column: string) => string) => columns.map(shape).join(', ')
  await client.query(`
    insert into bare (${columns.join(', ')})
    select distinct on (sku) ${columns.join(', ')}
    from bare_stage
    order by sku
    on conflict (sku) do update set ${columnList((c) => `${c} = excluded.${c}`)}
    where (${columnList((c) => `bare.${c}`)}) is distinct from (${columnList((c) => `excluded.${c}`)})`)
  const seconds = (performance.now() - began) / 1000
  await client.query('drop table bare_stage, bare')
  await client.end()
  return seconds
}

/** A worker in a separate process, whose peak resident memory the kernel records. */
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
      // not Linux, or the process has ended
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
