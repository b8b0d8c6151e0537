import { beforeAll, describe, expect, test } from 'vitest'
import { jobPageSize, mostCounted, type Job } from '#contract/jobs/jobs.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import {
  harness,
  makeCustomFeed,
  makeFeed,
  manyRows,
  runFeed,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { Worker } from '#server/platform/jobs/worker.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const of = (subject: string, record: string, more: object = {}) => ({
  job_type: 'BASIC_IMAGE',
  category: 'image',
  job_status: jobStatus.succeeded,
  param_name: 'dropshipper_id',
  param_value: record,
  subject,
  ...more,
})
const insert = async (...jobs: ReturnType<typeof of>[]) => {
  const rows = await h.services.db.insertInto('job').values(jobs).returning('job_id').execute()
  return rows.map((row) => row.job_id)
}
const list = async (body: object) =>
  ((await c.post('/api/jobs/get-job-history', body)).body as { job_id: number }[]).map((j) => j.job_id)
const counted = async (body: object) => (await c.post('/api/jobs/count-job-history', body)).body

describe('jobs', () => {
  test('are found by subject, by a reason including its number, and by their record’s full ID', async () => {
    const failed = { job_status: jobStatus.failed, reason: 'The host answered 503 after 12 s' }
    const [cobalt, maple, broken, other] = await insert(
      of('Cobalt Tools', '70001'),
      of('Maple Flooring', '70002'),
      of('Cobalt Tools', '70001', { ...failed, reason: `${failed.reason} at cobalt.example` }),
      of('Quarry Tile', '70003', { ...failed, reason: 'The host answered 404 after 12 s' }),
    )
    expect(await list({ search: 'cobalt' })).toEqual([broken, cobalt])
    expect(await list({ search: 'cobalt', job_status: [jobStatus.failed] })).toEqual([broken])
    expect(await list({ search: 'answered 503' })).toEqual([broken])
    expect(await list({ search: 'host answered' })).toEqual([other, broken])
    expect(await list({ search: '70002' })).toEqual([maple])
    expect(await list({ search: '7000' })).toEqual([])
    expect(await list({ search: '100%' })).toEqual([])
    expect(await counted({ search: 'cobalt' })).toEqual({ jobs: 2, more: false })
  })

  test('that fail later are found by their new reason', async () => {
    const [id] = await insert(of('Late Lamps', '70009'))
    await h.services.db
      .updateTable('job')
      .set({ reason: 'Its purse was empty' })
      .where('job_id', '=', id!)
      .execute()
    expect(await list({ search: 'purse' })).toEqual([id])
  })

  test('that were terminated show as stopping until they have stopped', async () => {
    const terminated = { terminate_reason: 'Manually terminated' }
    const [on, runs, ended] = await insert(
      of('Halting Hats', '70012', { job_status: jobStatus.executing }),
      of('Halting Hats', '70011', { job_status: jobStatus.executing, ...terminated }),
      of('Halting Hats', '70011', { job_status: jobStatus.failed, ...terminated }),
    )
    const { body } = await c.post('/api/jobs/get-job-history', { search: 'halting' })
    expect(body.map((j: Job) => [j.job_id, j.stopping, j.terminated])).toEqual([
      [ended, false, true],
      [runs, true, false],
      [on, false, false],
    ])
    await h.services.db.deleteFrom('job').where('job_id', 'in', [on!, runs!]).execute()
  })

  test('are all found even if many different subjects match', async () => {
    const ids = await insert(...Array.from({ length: 210 }, (_, i) => of(`Throng ${i}`, '70010')))
    expect(await list({ search: 'throng' })).toEqual(ids.toReversed().slice(0, jobPageSize))
    expect(await counted({ search: 'throng' })).toEqual({ jobs: 210, more: false })
  })

  test('are listed oldest first, page by page', async () => {
    const first = await list({ search: 'throng', oldest_first: true })
    const next = await list({ search: 'throng', oldest_first: true, beyond: first.at(-1) })
    expect([...first, ...next]).toEqual([...first, ...next].toSorted((a, b) => a - b))
    expect(new Set([...first, ...next]).size).toBe(2 * jobPageSize)
  })

  test('are sorted by end and duration, with running jobs as the most recent end', async () => {
    const ran = (from: string, upto: string | null) =>
      of('Sorted Socks', '70020', {
        job_status: upto ? jobStatus.succeeded : jobStatus.executing,
        job_start_time: from,
        job_end_time: upto,
      })
    const [long, runs, short] = await insert(
      ran('2026-01-01T00:00:00Z', '2026-01-01T03:00:00Z'),
      ran('2026-01-01T01:00:00Z', null),
      ran('2026-01-01T04:00:00Z', '2026-01-01T04:00:05Z'),
    )
    const search = 'sorted socks'
    expect(await list({ search, sort_on: 'ended' })).toEqual([runs, short, long])
    expect(await list({ search, sort_on: 'ended', oldest_first: true })).toEqual([long, short, runs])
    expect(await list({ search, sort_on: 'took' })).toEqual([long, short, runs])
    expect(await list({ search, sort_on: 'ended', beyond: runs })).toEqual([short, long])
    expect(await list({ param_value: '70020', sort_on: 'took', beyond: long })).toEqual([short, runs])
    await h.services.db.deleteFrom('job').where('job_id', '=', runs!).execute()
  })

  test('behind a trend’s errors match its count: started in the period and not stopped by a person', async () => {
    const [start, end] = ['2026-02-01T00:00:00Z', '2026-02-01T01:00:00Z'].map((tm) => Date.parse(tm) / 1000)
    const ran = (from: string, more: object = {}) =>
      of('Trending Tents', '70030', {
        job_status: jobStatus.failed,
        queued_tm: '2026-01-31T23:50:00Z',
        job_start_time: from,
        job_end_time: '2026-02-01T02:00:00Z',
        ...more,
      })
    const [, begun, stopped] = await insert(
      ran('2026-01-31T23:55:00Z'),
      ran('2026-02-01T00:10:00Z'),
      ran('2026-02-01T00:20:00Z', { terminate_by: 'Pat', terminate_reason: 'Not now' }),
      ran('2026-02-01T01:00:00Z'),
    )
    const points = (await c.get(`/api/jobs/trends?start=${start}&end=${end}&interval=60`)).body
    const behind = { job_status: [jobStatus.failed], start, end, begun: true }
    expect(points).toMatchObject([{ image_count: 2, failed_count: 1 }])
    expect(await list({ ...behind, stopped: false })).toEqual([begun])
    expect(await counted({ ...behind, stopped: false })).toEqual({ jobs: 1, more: false })
    expect(await list({ ...behind, stopped: true })).toEqual([stopped])
    expect(await list(behind)).toEqual([stopped, begun])
  })

  test('that started in a period are found however long they had waited', async () => {
    const [start, end] = ['2026-02-03T00:00:00Z', '2026-02-03T01:00:00Z'].map((tm) => Date.parse(tm) / 1000)
    const ran = (queued_tm: string, job_start_time: string) =>
      of('Waiting Wagons', '70031', { job_status: jobStatus.succeeded, queued_tm, job_start_time })
    const [waited] = await insert(ran('2026-02-02T08:00:00Z', '2026-02-03T00:10:00Z'))
    await sql`
      select nextval(pg_get_serial_sequence('job', 'job_id')) from generate_series(1, 1500)`.execute(
      h.services.db,
    )
    const [, soon] = await insert(
      ran('2026-02-02T23:00:00Z', '2026-02-02T23:10:00Z'),
      ran('2026-02-03T00:05:00Z', '2026-02-03T00:20:00Z'),
    )
    expect(await list({ param_value: '70031', start, end, begun: true })).toEqual([soon, waited])
    expect(await list({ param_value: '70031', start, end })).toEqual([soon])
  })

  test('are counted up to ten thousand', async () => {
    await sql`
      insert into job (job_type, category, job_status, subject)
      select 'BASIC_IMAGE', 'image', 2, 'Crowd'
      from generate_series(1, ${mostCounted + 5})`.execute(h.services.db)
    expect(await counted({ search: 'crowd' })).toEqual({ jobs: mostCounted, more: true })
    expect(await counted({ category: 'image' })).toEqual({ jobs: mostCounted, more: true })
    expect(await counted({ category: 'ordering' })).toEqual({ jobs: 0, more: false })
  })
})

describe('the record of a job to schedule', () => {
  const found = async (job_type: string, q: string) =>
    (await c.get(`/api/jobs/records?job_type=${job_type}&q=${encodeURIComponent(q)}`)).body as {
      param_value: string
      label: string
    }[]

  test('is found by a supplier’s name, prefix or id', async () => {
    const feed = await makeFeed(h)
    const { supplier_name, dropshipper_prefix } = await h.services.db
      .selectFrom('dropshipper')
      .select(['supplier_name', 'dropshipper_prefix'])
      .where('dropshipper_id', '=', feed.dropshipper_id)
      .executeTakeFirstOrThrow()
    for (const q of [supplier_name, dropshipper_prefix, String(feed.dropshipper_id)])
      expect((await found('BASIC_IMAGE', q))[0]).toMatchObject({
        param_value: String(feed.dropshipper_id),
        label: supplier_name,
      })
  })

  test('is found for a custom feed by supplier or vendor, for a store by name, for a product by SKU', async () => {
    const { db } = h.services
    const feed = await makeFeed(h)
    await feed.publish(manyRows(2))
    const worker = new Worker(h.services, 4)
    await worker.start()
    await runFeed(c, feed.feed_id)
    const product = await db
      .selectFrom('product')
      .select(['product_id', 'sku'])
      .where('feed_id', '=', feed.feed_id)
      .executeTakeFirstOrThrow()
    const { vendor_id, vendor_custom_feed_id } = await makeCustomFeed(h, feed.dropshipper_id)
    await db.insertInto('market').values({ market_id: 48, market_name: 'XCart' }).execute()
    const store = await db
      .insertInto('vendor_store')
      .values({ vendor_id, market_id: 48, vendor_store_name: 'Lantern Corner', drop_to: '{}' })
      .returning('vendor_store_id')
      .executeTakeFirstOrThrow()
    expect(await found('RESTRICTED_MONITORING_JOB', 'custom sh')).toMatchObject([
      { param_value: String(vendor_custom_feed_id) },
    ])
    expect(await found('VENDOR_STORE_UPDATER_JOB', 'lantern c')).toMatchObject([
      { param_value: String(store.vendor_store_id), label: 'Lantern Corner' },
    ])
    const products = await waitUntil(
      () => found('DIAGNOSTIC_UPDATE_JOB', product.sku),
      (rows) => rows.length > 0,
    )
    expect(products.map((row) => row.param_value)).toContain(String(product.product_id))
    await worker.stop()
  })
})
