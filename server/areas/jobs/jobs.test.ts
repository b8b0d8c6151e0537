import { beforeAll, describe, expect, test } from 'vitest'
import { Worker } from '../../platform/worker.ts'
import { ended, harness, makeFeed, manyRows, runFeed, staff, until, type Client } from '../../test/harness.ts'

const h = harness()
let c: Client
let worker: Worker
beforeAll(async () => {
  c = await staff(h)
  worker = new Worker(h.services, 4)
})

describe('jobs', () => {
  test('wait without a worker, are counted, and a waiting one is terminated at once', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(10))
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    const { body: summary } = await c.get('/api/jobs/summary')
    expect(summary).toMatchObject({
      capacity: 16,
      vcpus_in_use: 0,
      categories: [{ category: 'image' }, { category: 'updating' }, { category: 'monitoring', queued: 1, executing: 0 }, { category: 'ordering' }],
    })
    expect((await c.get('/api/jobs/current')).body).toMatchObject([{ job_id: body.job_id, job_state: 'Scheduled', feed_run_id: body.feed_run_id }])
    expect((await c.post('/api/jobs/terminate', { job_id: body.job_id, reason: 'Manually terminated' })).body).toEqual({
      job_id: body.job_id,
      job_state: 'Completed With Errors',
    })
    expect(await ended(c, body.feed_run_id)).toMatchObject({ state: 'terminated', reason: 'Manually terminated' })
    expect((await c.post('/api/jobs/terminate', { job_id: body.job_id, reason: 'again' })).status).toBe(409)
    expect((await c.get('/api/jobs/current')).body).toEqual([])
  })

  test('are scheduled by type and record, run by a worker, and leave their history', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(10))
    const schedule = (param_value: unknown, job_type = 'DROPSHIPPER_MONITORING_JOB', param_name = 'dropshipper_id') =>
      c.post('/api/jobs/schedule-job', { job_type, param_name, param_value })
    expect((await schedule(1, 'NO_SUCH_JOB')).body.error.fields).toHaveProperty('job_type')
    expect((await schedule(424_242)).status).toBe(404)
    const { body } = await schedule(feed.dropshipper_id)
    expect(body.status).toContain('uccess')
    expect((await schedule(feed.dropshipper_id)).body).toMatchObject({ job_id: null, status: expect.stringContaining('under way already') })
    await worker.start()
    const job = await until(
      () => c.post('/api/jobs/get-job-history', { job_type: 'DROPSHIPPER_MONITORING_JOB', param_name: 'dropshipper_id', param_value: feed.dropshipper_id }),
      (a) => a.body[0]?.job_status === 2,
    )
    expect(job.body[0]).toMatchObject({ job_id: body.job_id, job_state: 'Completed Successfully', attempt: 1, category: 'monitoring' })
    const now = Math.ceil(Date.now() / 1000)
    const { body: trends } = await c.get(`/api/jobs/trends?start=${now - 3600}&end=${now + 60}&interval=10`)
    expect(trends.reduce((n: number, p: { monitoring_count: number }) => n + p.monitoring_count, 0)).toBeGreaterThan(0)
    expect((await c.get('/api/jobs/get-active-servers')).body).toMatchObject([{ vcpus: 4, lost: false }])
  })

  test('that run are terminated at the next batch and leave no change', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(300_000))
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    await until(
      () => c.get(`/api/feed-runs/${body.feed_run_id}`),
      (a) => a.body.state === 'running',
    )
    await c.post('/api/jobs/terminate', { job_id: body.job_id, reason: 'Manually terminated' })
    expect(await ended(c, body.feed_run_id)).toMatchObject({ state: 'terminated', reason: 'Manually terminated' })
    expect(await h.services.db.selectFrom('product').select('product_id').where('feed_id', '=', feed.feed_id).limit(1).execute()).toEqual([])
    await feed.publish(manyRows(10))
    expect((await runFeed(c, feed.feed_id)).state).toBe('applied')
  })

  test('that fail for our own fault are tried again', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(10))
    const put = h.services.files.put.bind(h.services.files)
    let full = true
    h.services.files.put = (key, body) => {
      if (full && key.startsWith('feeds/')) {
        full = false
        return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
      }
      return put(key, body)
    }
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({ state: 'applied', attempt: 2, created: 10 })
    const log = await h.services.db.selectFrom('job_log').select('message').where('job_id', '=', run.job_id!).execute()
    expect(log).toEqual([{ message: 'ENOSPC: no space left on device' }])
    await worker.stop()
  })
})
