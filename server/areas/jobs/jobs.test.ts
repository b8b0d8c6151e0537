import { beforeAll, describe, expect, test } from 'vitest'
import { Worker } from '#server/platform/jobs/worker.ts'
import {
  waitForRun,
  harness,
  makeFeed,
  manyRows,
  runFeed,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { jobStatus } from '#contract/jobs/types.ts'

const h = harness()
let c: Client
let worker: Worker
beforeAll(async () => {
  c = await staff(h)
  worker = new Worker(h.services, 4)
})

describe('jobs', () => {
  test('wait while there is no worker, are counted, and can be terminated at once', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(10))
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    const { body: summary } = await c.get('/api/jobs/summary')
    expect(summary).toMatchObject({
      capacity: 16,
      vcpus_in_use: 0,
      categories: [
        { category: 'image' },
        { category: 'updating' },
        { category: 'monitoring', queued: 1, executing: 0 },
        { category: 'ordering' },
      ],
    })
    expect((await c.get('/api/jobs/current')).body).toMatchObject([
      { job_id: body.job_id, job_state: 'Scheduled', feed_run_id: body.feed_run_id },
    ])
    expect(
      (await c.post('/api/jobs/terminate', { job_id: body.job_id, reason: 'Manually terminated' })).body,
    ).toEqual({
      job_id: body.job_id,
      job_state: 'Completed With Errors',
    })
    expect(await waitForRun(c, body.feed_run_id)).toMatchObject({
      state: 'terminated',
      reason: 'Manually terminated',
    })
    expect((await c.post('/api/jobs/terminate', { job_id: body.job_id, reason: 'again' })).status).toBe(409)
    expect((await c.get('/api/jobs/current')).body).toEqual([])
  })

  test('stopped by a person aren’t counted as failures in trends, causes or replays', async () => {
    const { db } = h.services
    const cause = 'The same words for both'
    const ended = { job_type: 'BASIC_IMAGE', category: 'image', job_status: jobStatus.failed } as const
    const tm = new Date(Date.now() - 60_000).toISOString()
    const times = { queued_tm: tm, job_start_time: tm, job_end_time: tm }
    const by = { terminate_by: 'Ann', terminate_reason: cause }
    const row = { ...ended, ...times, param_name: 'dropshipper_id', reason: cause, vcpu: 1 }
    await db
      .insertInto('job')
      .values([
        { ...row, param_value: '990001' },
        { ...row, param_value: '990002', ...by },
      ])
      .execute()
    const now = Math.ceil(Date.now() / 1000)
    const { body: trends } = await c.get(
      `/api/jobs/trends?start=${now - 3600}&end=${now + 60}&interval=10&category=image`,
    )
    const sum = (of: 'failed_count' | 'image_count') =>
      trends.reduce((n: number, p: Record<typeof of, number>) => n + p[of], 0)
    expect([sum('image_count'), sum('failed_count')]).toEqual([2, 1])
    const { body: groups } = await c.get('/api/jobs/failures?hours=24')
    expect(groups).toMatchObject([{ job_type: 'BASIC_IMAGE', jobs: 1, unrecovered: 1, records: 1 }])
    expect((await c.get('/api/health')).body).toMatchObject({ jobs_failed: 1 })
    await db.deleteFrom('job').where('param_value', 'in', ['990001', '990002']).execute()
  })

  test('are scheduled by type and record, run by a worker, and leave a history', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(10))
    const schedule = (
      param_value: unknown,
      job_type = 'DROPSHIPPER_MONITORING_JOB',
      param_name = 'dropshipper_id',
    ) => c.post('/api/jobs/schedule-job', { job_type, param_name, param_value })
    expect((await schedule(1, 'NO_SUCH_JOB')).body.error.fields).toHaveProperty('job_type')
    expect((await schedule(424_242)).status).toBe(404)
    const { body } = await schedule(feed.dropshipper_id)
    expect(body.status).toContain('uccess')
    expect((await schedule(feed.dropshipper_id)).body).toMatchObject({
      job_id: null,
      status: expect.stringContaining('already in progress'),
    })
    await worker.start()
    const job = await waitUntil(
      () =>
        c.post('/api/jobs/get-job-history', {
          job_type: 'DROPSHIPPER_MONITORING_JOB',
          param_name: 'dropshipper_id',
          param_value: feed.dropshipper_id,
        }),
      (a) => a.body[0]?.job_status === jobStatus.succeeded,
    )
    expect(job.body[0]).toMatchObject({
      job_id: body.job_id,
      job_state: 'Completed Successfully',
      attempt: 1,
      category: 'monitoring',
    })
    const now = Math.ceil(Date.now() / 1000)
    const { body: trends } = await c.get(`/api/jobs/trends?start=${now - 3600}&end=${now + 60}&interval=10`)
    expect(
      trends.reduce((n: number, p: { monitoring_count: number }) => n + p.monitoring_count, 0),
    ).toBeGreaterThan(0)
    expect((await c.get('/api/jobs/get-active-servers')).body).toMatchObject([{ vcpus: 4, lost: false }])
  })

  test('are counted in steps of ten minutes for a whole week', async () => {
    const end = Math.ceil(Date.now() / 600_000) * 600
    const { body } = await c.get(
      `/api/jobs/trends?category=image&start=${end - 7 * 86_400}&end=${end}&interval=10`,
    )
    expect(body).toHaveLength(1008)
    expect(body[1].interval_start - body[0].interval_start).toBe(600)
  })

  test('that are running stop at the next batch when terminated, and change nothing', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(300_000))
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    await waitUntil(
      () => c.get(`/api/feed-runs/${body.feed_run_id}`),
      (a) => a.body.state === 'running',
    )
    await c.post('/api/jobs/terminate', { job_id: body.job_id, reason: 'Manually terminated' })
    expect(await waitForRun(c, body.feed_run_id)).toMatchObject({
      state: 'terminated',
      reason: 'Manually terminated',
    })
    expect(
      await h.services.db
        .selectFrom('product')
        .select('product_id')
        .where('feed_id', '=', feed.feed_id)
        .limit(1)
        .execute(),
    ).toEqual([])
    await feed.publish(manyRows(10))
    expect((await runFeed(c, feed.feed_id)).state).toBe('applied')
  })

  test('that fail because of an internal error are retried', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(10))
    const putFile = h.services.files.putFile.bind(h.services.files)
    let full = true
    h.services.files.putFile = (key, path) => {
      if (full && key.startsWith('feeds/')) {
        full = false
        return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
      }
      return putFile(key, path)
    }
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({ state: 'applied', attempt: 2, created: 10 })
    const log = await waitUntil(
      () =>
        h.services.db
          .selectFrom('job_log')
          .select('message')
          .where('job_id', '=', run.job_id!)
          .orderBy('job_log_id')
          .execute(),
      (lines) => lines.length === 2,
    )
    expect(log).toEqual([
      { message: 'ENOSPC: no space left on device' },
      { message: `Run ${run.feed_run_id} ended: applied, 10 created, 0 updated, 0 deleted` },
    ])
  })

  test('have a page with inputs, attempts, log, result and usual duration', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(10))
    const run = await runFeed(c, feed.feed_id)
    const { body } = await waitUntil(
      () => c.get(`/api/jobs/${run.job_id}`),
      (a) => a.body.job_status === jobStatus.succeeded,
    )
    expect(body).toMatchObject({
      label: 'Supplier feed run',
      requested_by: 'Pat support',
      payload: { feed_run_id: run.feed_run_id },
      result: { state: 'applied', created: 10 },
      attempts: [{ attempt: 1, outcome: 'succeeded', reason: null }],
      usual: { of: 'type' },
      unusually_long: false,
    })
    expect((await c.get('/api/jobs/99999999')).status).toBe(404)
  })

  test('that ended with errors are grouped by cause and run again as one job, with each record once', async () => {
    const broken = [await makeFeed(h), await makeFeed(h)]
    const other = await makeFeed(h)
    for (const f of broken) await f.publish('')
    await other.publish('nothing,we,know\n1,2,3\n')
    for (const f of [...broken, broken[0]!, other])
      expect(await runFeed(c, f.feed_id)).toMatchObject({ state: 'rejected' })
    const groups = async () =>
      (await c.get('/api/jobs/failures?category=monitoring')).body as {
        cause: string
        jobs: number
        records: number
        waiting: number
        well_since: number
        replayable: boolean
        last_subject: string
        last_reason_code: string
        last_dropshipper_id: number
      }[]
    const empty = (await waitUntil(
      async () => (await groups()).find((g) => g.jobs === 3),
      (g) => g !== undefined,
    ))!
    expect(empty).toMatchObject({ records: 2, waiting: 2, well_since: 0, replayable: true })
    for (const f of broken) await f.publish(manyRows(5))
    // a dry run changes nothing; a run that went well is not to be run again
    await runFeed(c, broken[0]!.feed_id, true)
    expect(await runFeed(c, broken[1]!.feed_id)).toMatchObject({ state: 'applied' })
    await h.services.db
      .updateTable('dropshipper')
      .set({ supplier_name: 'Renamed Goods' })
      .where('dropshipper_id', '=', broken[0]!.dropshipper_id)
      .execute()
    await waitUntil(groups, (all) => all.find((g) => g.cause === empty.cause)?.well_since === 1)
    expect((await groups()).find((g) => g.cause === empty.cause)).toMatchObject({
      waiting: 1,
      last_subject: 'Renamed Goods',
      last_reason_code: 'empty',
      last_dropshipper_id: broken[0]!.dropshipper_id,
    })
    const group = { job_type: 'DROPSHIPPER_MONITORING_JOB', cause: empty.cause }
    expect((await c.post('/api/jobs/replay', { ...group, reason: ' ' })).body.error.fields).toHaveProperty(
      'reason',
    )
    const { body: replay } = await c.post('/api/jobs/replay', { ...group, reason: 'files are mended' })
    expect(replay).toMatchObject({ records: 1, status: expect.stringContaining('uccess') })
    const job = await waitUntil(
      () => c.get(`/api/jobs/${replay.job_id}`),
      (a) => a.body.job_status === jobStatus.succeeded,
    )
    expect(job.body.result).toEqual({ queued: 1, skipped: 0, gone: 0 })
    const page = async (id: number) => (await c.get(`/api/jobs/${id}`)).body
    expect(job.body.queued_jobs).toHaveLength(1)
    for (const { job_id } of job.body.queued_jobs) {
      const { replays } = await page(job_id)
      expect(await page(replays)).toMatchObject({ replayed_by: replay.job_id, replayed_as: job_id })
    }
    await waitUntil(
      () => c.get(`/api/suppliers/${broken[0]!.dropshipper_id}/monitoring`),
      (a) => a.body[0].state === 'applied',
    )
    await waitUntil(groups, (all) => all.find((g) => g.cause === empty.cause)?.well_since === 2)
    expect((await groups()).find((g) => g.cause === empty.cause)).toMatchObject({
      waiting: 0,
      replayable: false,
    })
    expect((await c.post('/api/jobs/replay', { ...group, reason: 'again' })).body).toMatchObject({
      job_id: null,
      records: 0,
    })
    const { body: history } = await c.post('/api/jobs/get-job-history', {
      cause: empty.cause,
      job_status: [jobStatus.failed],
    })
    expect(history).toHaveLength(3)
  })

  test('are listed newest first in pages, filtered by state, type, record and time', async () => {
    const history = async (body: object) =>
      (await c.post('/api/jobs/get-job-history', body)).body as {
        job_id: number
        job_status: number
        queued_tm: string
      }[]
    const all = await history({})
    expect(all.map((j) => j.job_id)).toEqual(all.map((j) => j.job_id).toSorted((a, b) => b - a))
    expect((await history({ beyond: all[2]!.job_id }))[0]!.job_id).toBe(all[3]!.job_id)
    expect(new Set((await history({ job_status: [jobStatus.failed] })).map((j) => j.job_status))).toEqual(
      new Set([jobStatus.failed]),
    )
    const now = Math.floor(Date.now() / 1000)
    expect(await history({ start: now + 60 })).toEqual([])
    expect((await history({ start: now - 3600, end: now + 60 })).length).toBe(all.length)
    expect(await history({ end: now - 3600 })).toEqual([])
    await h.services.db
      .updateTable('job')
      .set({ queued_tm: '2020-01-01T00:00:00Z' })
      .where('job_id', '=', all.at(-1)!.job_id)
      .execute()
    expect((await history({ end: now - 3600 })).map((j) => j.job_id)).toEqual([all.at(-1)!.job_id])
  })

  test('that need more vCPUs aren’t delayed by smaller ones that came later', async () => {
    await worker.stop()
    const small = new Worker(h.services, 2)
    const [first, large, later] = [await makeFeed(h), await makeFeed(h), await makeFeed(h)]
    await large.publish(manyRows(3))
    const schedule = async (job_type: string, param_value: number) =>
      (await c.post('/api/jobs/schedule-job', { job_type, param_name: 'dropshipper_id', param_value })).body
        .job_id as number
    // the first job is held up at its last step
    const hold = await h.services.database.pool.connect()
    await hold.query('begin')
    await hold.query('select 1 from dropshipper where dropshipper_id = $1 for update', [first.dropshipper_id])
    const held = await schedule('VARIANT_MAPPING_JOB', first.dropshipper_id)
    await small.start()
    const state = (id: number) =>
      h.services.db
        .selectFrom('job')
        .select(['job_status', 'job_start_time', 'job_end_time', 'progress_text'])
        .where('job_id', '=', id)
        .executeTakeFirstOrThrow()
    await waitUntil(
      () => state(held),
      (j) => j.job_status === jobStatus.executing,
    )
    const big = await schedule('DROPSHIPPER_MONITORING_JOB', large.dropshipper_id)
    // it has its file and waits for its vCPUs
    await waitUntil(
      () => state(big),
      (j) => j.progress_text === 'Downloaded. Waiting for free vCPUs',
    )
    const little = await schedule('VARIANT_MAPPING_JOB', later.dropshipper_id)
    await hold.query('rollback')
    hold.release()
    await waitUntil(
      () => state(little),
      (j) => j.job_status === jobStatus.succeeded,
    )
    expect(Date.parse((await state(big)).job_end_time!)).toBeLessThan(
      Date.parse((await state(little)).job_start_time!),
    )
    await small.stop()
  })
})
