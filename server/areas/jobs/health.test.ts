import { expect, test } from 'vitest'
import { harness, staff } from '#server/test/harness.ts'
import { statusOf } from './health.ts'

const h = harness()

test.each([
  ['ok', 'with a worker and nothing that waits long', {}],
  ['ok', 'while no job has waited for more than two hours', { oldest_queued_seconds: 7200 }],
  ['degraded', 'once a job has', { oldest_queued_seconds: 7201 }],
  ['degraded', 'while a worker is lost', { workers_lost: 1 }],
  ['down', 'without a worker, whatever else is true', { workers: 0, workers_lost: 1 }],
])('the service is %s %s', (status, _when, seen) => {
  expect(statusOf({ workers: 1, workers_lost: 0, oldest_queued_seconds: 0, ...seen })).toBe(status)
})

test('a worker counts as present for a minute after its last heartbeat, lost for an hour, then forgotten', async () => {
  const { db } = h.services
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  const c = await staff(h)
  const health = async () => (await c.get('/api/health')).body
  expect(await health()).toMatchObject({ status: 'down', workers: 0, queued: 0, oldest_queued_seconds: 0 })
  await db
    .insertInto('job_server')
    .values(
      [5, 50, 70, 3500, 3700].map((seconds) => ({
        server: `silent for ${seconds} s`,
        vcpus: 8,
        heartbeat_tm: ago(seconds),
      })),
    )
    .execute()
  await db
    .insertInto('job')
    .values(
      [
        { job_status: 4, queued_tm: ago(90) },
        { job_status: 4, queued_tm: ago(20) },
        { job_status: 1, queued_tm: ago(500) },
        { job_status: 2, queued_tm: ago(500) },
      ].map((job) => ({ ...job, job_type: 'BASIC_IMAGE', category: 'image', param_value: '1' })),
    )
    .execute()
  const seen = await health()
  expect(seen).toMatchObject({
    status: 'degraded',
    workers: 2,
    workers_lost: 2,
    queued: 2,
    database: 'server',
  })
  expect(seen.oldest_queued_seconds).toBeGreaterThanOrEqual(90)
  expect(seen.oldest_queued_seconds).toBeLessThan(200)
  expect(seen.database_bytes).toBeGreaterThan(1_000_000)
})
