import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { feedRules, type FeedFormat, type FeedMapping, type FeedRules } from '#contract/feeds/settings.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import type { Role } from '#contract/roles.ts'
import { buildApp } from '../app.ts'
import { hashPassword } from '../areas/session/public.ts'
import { readConfig } from '../platform/config.ts'
import { Worker } from '../platform/jobs/worker.ts'
import { sql, type Db } from '../platform/database/db.ts'
import { createLog } from '../platform/log.ts'
import type { JobDefinition } from '../platform/jobs/jobs.ts'
import type { Clock, Services } from '../platform/services.ts'
import { openServices } from '../services.ts'
import { realPace, type Pace } from '../platform/pace.ts'
import { brokenWrites } from './history.ts'
import { recordStatements } from './record-statements.ts'

// with a folder named, tools/sql-types.ts can compare what statements return with what the code declares
if (process.env.STATEMENTS_FOLDER) recordStatements(process.env.STATEMENTS_FOLDER)

export const password = 'a long enough password'
const passwordHash = await hashPassword(password)

export interface Client {
  get(url: string): Promise<Answer>
  post(url: string, body?: unknown): Promise<Answer>
  put(url: string, body?: unknown): Promise<Answer>
  delete(url: string): Promise<Answer>
  /** Sends one file as a field of a form. */
  upload(url: string, field: string, name: string, bytes: Buffer): Promise<Answer>
  raw: { cookie: string; headers: Record<string, string> }
}
// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

/** Waits a hundredth of what it should, and looks often. What a market's stand-in says it is waited for is real. */
const testPace: Pace = {
  sleep: (milliseconds, signal) => realPace.sleep(milliseconds / 100, signal),
  lookMs: 250,
  retrySeconds: 0,
  queueShare: 0.2,
  pollShare: 0.1,
}

export interface ProcessOptions {
  clock?: Clock
  /** The clock of its machine. */
  machineNow?: () => number
  /** The jobs it runs, in place of the service's. */
  definitions?: readonly JobDefinition<never>[]
}

/** A cloned database, the services, the app and a worker, for one test file. */
export function harness(options: { env?: Record<string, string>; worker?: boolean } = {}) {
  const h = {} as {
    services: Services
    app: FastifyInstance
    url: string
    dir: string
    worker: Worker | undefined
    /**
     * Services of another process over the same database until the test ends; its worker isn't started
     * yet.
     */
    another(more?: ProcessOptions): Promise<{ services: Services; worker: Worker }>
  }
  let close = async () => {}
  beforeAll(async () => {
    h.dir = mkdtempSync(join(tmpdir(), 'feedstock-file-'))
    const name = `feedstock_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
    const admin = new pg.Client({ connectionString: inject('databaseUrl') })
    await admin.connect()
    await admin.query(`create database ${name} template ${inject('template')}${copying}`)
    await admin.end()
    const url = new URL(inject('databaseUrl'))
    url.pathname = `/${name}`
    h.url = url.href
    const config = readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: h.url,
      DATA_DIR: h.dir,
      LOG_LEVEL: 'silent',
      // two files at a time, some with several workers, share a server with 100 connections
      DATABASE_CONNECTIONS: '16',
      FETCH_ALLOW_HOSTS: '127.0.0.1,localhost',
      ...options.env,
    })
    const services = await openServices(config, h.url, createLog('silent'), {
      supervise: true,
      pace: testPace,
    })
    h.services = services
    let processes = 1
    h.another = async (options = {}) => {
      const processConfig = { ...config, serverName: `${config.serverName}-${++processes}` }
      const processServices = await openServices(processConfig, h.url, createLog('silent'), {
        supervise: true,
        pace: testPace,
        ...options,
      })
      const worker = new Worker(processServices, 8)
      // the next test needs its connections
      onTestFinished(async () => {
        await worker.stop()
        await processServices.close()
      })
      return { services: processServices, worker }
    }
    h.app = await buildApp(services, { version: 'test' })
    await h.app.ready()
    if (options.worker) {
      h.worker = new Worker(services, 8)
      await h.worker.start()
    }
    close = async () => {
      await h.worker?.stop()
      await h.app.close()
      await services.close()
      rmSync(h.dir, { recursive: true, force: true })
    }
  })
  afterAll(async () => {
    try {
      // whatever a file's tests did, nothing changed without its event
      if (h.services) expect(await brokenWrites(h.services.db)).toEqual([])
    } finally {
      await close()
    }
  })
  return h
}
export type Harness = ReturnType<typeof harness>

/** The suite's own server keeps nothing, so copying its files costs less than logging each page. */
const copying = process.env.DATABASE_URL ? '' : ' strategy file_copy'

let people = 0
/** A person with a vendor record; staff unless the role is customer. */
export async function makeLogin(h: Harness, role: Role, email = `person${++people}@example.com`) {
  const { db } = h.services
  return db.transaction().execute(async (tx) => {
    const vendor = await tx
      .insertInto('vendor')
      .values({ company: `${email}'s shop`, is_staff: role !== 'customer' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    const contact = await tx
      .insertInto('contact')
      .values({ vendor_id: vendor.vendor_id, email, first_name: 'Pat', last_name: role })
      .returning('contact_id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('vendor')
      .set({ primary_contact_id: contact.contact_id })
      .where('vendor_id', '=', vendor.vendor_id)
      .execute()
    await tx
      .insertInto('login')
      .values({ vendor_id: vendor.vendor_id, email, password_hash: passwordHash, role })
      .execute()
    return { email, vendor_id: vendor.vendor_id }
  })
}

/** The stored mail to an address; mail may be written after the answer. */
export async function lettersTo(h: Harness, email: string) {
  await h.app.afterwards.ended()
  return (await h.services.mail.kept()).filter((letter) => letter.recipient === email)
}

/** A client with its cookies and XSRF token; signed in if an email is given. */
export async function client(h: Harness, email?: string): Promise<Client> {
  const jar = new Map<string, string>()
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await h.app.inject({
      method,
      url,
      headers: { ...raw.headers, ...headers, cookie: cookies() },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const c of response.cookies)
      if (c.value === '') jar.delete(c.name)
      else jar.set(c.name, c.value)
    Object.assign(raw, {
      cookie: cookies(),
      headers: { 'app-id': 'test', 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' },
    })
    return {
      status: response.statusCode,
      body:
        response.body && String(response.headers['content-type']).includes('json')
          ? response.json()
          : response.body,
      headers: response.headers,
    }
  }
  const cookies = () => [...jar].map(([k, v]) => `${k}=${v}`).join('; ')
  const raw = { cookie: '', headers: { 'app-id': 'test' } as Record<string, string> }
  const c: Client = {
    get: (url) => send('GET', url),
    post: (url, body) => send('POST', url, body),
    put: (url, body) => send('PUT', url, body),
    delete: (url) => send('DELETE', url),
    upload: (url, field, name, bytes) => {
      const head =
        `--part\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n'
      return send('POST', url, Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--part--\r\n')]), {
        'content-type': 'multipart/form-data; boundary=part',
      })
    },
    raw,
  }
  await c.get('/api/account/get')
  if (email) expect((await c.post('/api-public/account/login', { login: email, password })).status).toBe(200)
  return c
}

export const staff = async (h: Harness, role: Role = 'support') => client(h, (await makeLogin(h, role)).email)

const csvMapping: FeedMapping = [
  { field: 'sku', from: 'sku', transforms: [] },
  { field: 'title', from: 'title', transforms: [] },
  { field: 'wholesale_price', from: 'price', transforms: [] },
  { field: 'quantity', from: 'qty', transforms: [] },
]
let feeds = 0
/** A supplier with a feed whose file is in the storage location. */
export async function makeFeed(
  h: Harness,
  properties: {
    format?: FeedFormat
    mapping?: FeedMapping
    rules?: Partial<FeedRules>
    source?: object
    name?: string
  } = {},
) {
  const { db, files } = h.services
  const n = ++feeds
  const key = `feed-${n}.csv`
  const { dropshipper_id } = await db
    .insertInto('dropshipper')
    .values({ supplier_name: properties.name ?? `Supplier ${n}`, dropshipper_prefix: `S${n}` })
    .returning('dropshipper_id')
    .executeTakeFirstOrThrow()
  await sql`insert into dropshipper_shipping_location values (${dropshipper_id}, 1)`.execute(db)
  await sql`
    insert into catalog_category (catalog_category_name)
    values ('Everything')
    on conflict do nothing`.execute(db)
  await sql`
    insert into dropshipper_category
    select ${dropshipper_id}::int, catalog_category_id
    from catalog_category
    where catalog_category_name = 'Everything'`.execute(db)
  const { feed_id } = await db
    .insertInto('feed')
    .values({
      dropshipper_id,
      source: JSON.stringify(properties.source ?? { kind: 'storage', key }),
      format: JSON.stringify(properties.format ?? { kind: 'csv', header: true, quote: '"' }),
      mapping: JSON.stringify(properties.mapping ?? csvMapping),
      rules: JSON.stringify(feedRules.parse(properties.rules ?? {})),
    })
    .returning('feed_id')
    .executeTakeFirstOrThrow()
  return {
    feed_id,
    dropshipper_id,
    key: `suppliers/${key}`,
    publish: (text: string | Buffer) => files.put(`suppliers/${key}`, Readable.from([Buffer.from(text)])),
  }
}

/** A custom feed from the supplier for a new vendor, or the given one. */
export async function makeCustomFeed(
  { services: { db } }: Harness,
  dropshipper_id: number,
  { active = true, owner }: { active?: boolean; owner?: number } = {},
) {
  const { vendor_id } = owner
    ? { vendor_id: owner }
    : await db
        .insertInto('vendor')
        .values({ company: 'Custom Shop' })
        .returning('vendor_id')
        .executeTakeFirstOrThrow()
  const { vendor_custom_feed_id } = await db
    .insertInto('vendor_custom_feed')
    .values({ vendor_id, dropshipper_id, active })
    .returning('vendor_custom_feed_id')
    .executeTakeFirstOrThrow()
  const { feed_id } = await db
    .insertInto('feed')
    .values({ dropshipper_id, vendor_custom_feed_id, format: '{"kind": "csv"}' })
    .returning('feed_id')
    .executeTakeFirstOrThrow()
  return { vendor_id, vendor_custom_feed_id, feed_id }
}

interface OfFeed {
  feed_id: number
  dropshipper_id: number
}
/** Uploads a file for a feed's form. */
export const upload = (c: Client, feed: OfFeed, name: string, bytes: Buffer | string) =>
  c.upload(
    `/api/suppliers/${feed.dropshipper_id}/feed-file-upload/${feed.feed_id}?draft=true`,
    'feedFile',
    name,
    Buffer.from(bytes),
  )
/** Uploads a file and makes it the feed's source. */
export async function saveUpload(c: Client, feed: OfFeed, name: string, bytes: Buffer | string) {
  const { body: file } = await upload(c, feed, name, bytes)
  const path = `/api/feeds/${feed.feed_id}`
  const { body } = await c.get(path)
  return c.put(path, {
    ...body,
    source: { kind: 'upload' },
    new_file: { id: file.id, name: file.name },
  })
}

/**
 * Uploads a run's rejected rows, corrected, on that run; returns the resulting run once it has ended, or
 * the refusal.
 */
export async function uploadMended(
  c: Client,
  feed: OfFeed,
  runId: number,
  mend: (rejected: string) => string,
) {
  const { body: rejectedCsv } = await c.get(`/api/feed-runs/${runId}/rejected.csv`)
  const { body: file } = await upload(c, feed, 'mended.csv', mend(String(rejectedCsv)))
  const mending = await c.post(`/api/feed-runs/${runId}/mend`, { file: { id: file.id, name: file.name } })
  return mending.status === 200 ? waitForRun(c, mending.body.feed_run_id) : mending
}

export const csv = (rows: readonly (readonly [sku: string, title: string, price: string, qty: string])[]) =>
  ['sku,title,price,qty', ...rows.map((r) => r.join(','))].join('\n') + '\n'
export const manyRows = (
  n: number,
  change: (i: number) => [string, string] = (i) => [`${(i % 90) + 1}.50`, String(i % 40)],
) => csv(Array.from({ length: n }, (_, i) => [`SKU-${i}`, `Product ${i}`, ...change(i)] as const))

/** Starts a run over HTTP and waits until it has ended. */
export async function runFeed(c: Client, feedId: number, dry = false): Promise<FeedRun> {
  const startedRun = await c.post(`/api/feeds/${feedId}/run`, { dry })
  expect(startedRun.body).toMatchObject({ feed_run_id: expect.any(Number) })
  return waitForRun(c, startedRun.body.feed_run_id)
}

/** A run once it is neither queued nor running, by the watching call that staff's screens use. */
export async function waitForRun(c: Client, runId: number): Promise<FeedRun> {
  for (let i = 0; i < 600; i++) {
    const { body } = await c.get(`/api/feed-runs/${runId}`)
    if (body.state !== 'queued' && body.state !== 'running') return body
    await new Promise((r) => setTimeout(r, 50))
  }
  throw new Error(`Run ${runId} has not ended`)
}

/** Rolls a run back and waits until that is done. */
export async function rollBack(c: Client, runId: number, reason: string): Promise<void> {
  expect((await c.post(`/api/feed-runs/${runId}/roll-back`, { reason })).status).toBe(200)
  await waitUntil(
    () => c.get(`/api/feed-runs/${runId}`),
    (reply) => reply.body.state === 'rolled_back',
  )
}

/** A supplier's activity log, newest first. */
export const activityOf = async (c: Client, dropshipperId: number) =>
  (await c.post('/api/dropshipper-activity-log/', { dropshipper_id: dropshipperId })).body.logs as {
    type: string
    message: string
    reason: string | null
    action_by: string
  }[]

/** Reads until it is good, for so long that a busy machine isn't taken for a fault. */
export async function waitUntil<T>(read: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  const ends = performance.now() + 60_000
  for (let pause = 5; performance.now() < ends; pause = Math.min(50, pause * 2)) {
    const value = await read()
    if (good(value)) return value
    await new Promise((r) => setTimeout(r, pause))
  }
  throw new Error('It did not come true in time')
}

/** Waits until this many sessions of the database wait for a lock. */
export const waiting = (db: Db, sessions = 1) =>
  waitUntil(
    () =>
      sql<{ n: number }>`
        select count(*) as n
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
    ({ rows: [row] }) => row!.n === sessions,
  )

/** The catalog of a feed, by SKU. */
export async function catalogue(h: Harness, feedId: number) {
  return h.services.db
    .selectFrom('product')
    .select(['sku', 'title', 'wholesale_price', 'quantity', 'product_status_id', 'gone_tm'])
    .where('feed_id', '=', feedId)
    .orderBy('sku')
    .execute()
}
