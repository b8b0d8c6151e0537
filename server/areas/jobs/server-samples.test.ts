import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { ServerSampler, writeSample } from '#server/platform/jobs/server-sample.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const samplesNow = async () => (await c.get('/api/jobs/server-samples')).body
const mebi = 1024 ** 2

test('what a worker uses is kept once a minute and shown by ten minutes', async () => {
  expect(await samplesNow()).toEqual({ servers: 0, samples: [], queue: [] })
  // within a transaction the time stands still
  await h.services.db.transaction().execute(async (db) => {
    const services = { ...h.services, db }
    await writeSample(services, { cpu: 1.5, memory_bytes: 300 * mebi, running_jobs: 2 })
    await writeSample(services, { cpu: 9, memory_bytes: 900 * mebi, running_jobs: 9 })
  })
  const { servers, samples, queue } = await samplesNow()
  expect(servers).toBe(1)
  expect(queue).toMatchObject([{ queued: 0 }])
  expect(samples.at(-1)).toMatchObject({
    server: h.services.config.serverName,
    cpu: 1.5,
    memory_bytes: 300 * mebi,
    running_jobs: 2,
  })
})

test('of many workers, the six busiest are listed, and how many there were', async () => {
  await sql`
    insert into server_sample
    select 'busy-' || n, date_trunc('minute', now()), 10 + n, 1, 0, 0
    from generate_series(1, 7) n`.execute(h.services.db)
  const { servers, samples } = await samplesNow()
  expect(servers).toBe(8)
  expect(new Set(samples.map((sample: { server: string }) => sample.server))).toEqual(
    new Set(['busy-2', 'busy-3', 'busy-4', 'busy-5', 'busy-6', 'busy-7']),
  )
})

test('only the last 24 hours are shown', async () => {
  await sql`
    insert into server_sample
    values ('yesterday', date_trunc('minute', now() - interval '25 hours'), 99, 1, 0, 77)`.execute(
    h.services.db,
  )
  const { samples, queue } = await samplesNow()
  expect(samples.map((sample: { server: string }) => sample.server)).not.toContain('yesterday')
  expect(queue).not.toContainEqual(expect.objectContaining({ queued: 77 }))
})

test('a worker writes what it uses once a minute is over', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const sampler = new ServerSampler()
  const services = { ...h.services, config: { ...h.services.config, serverName: 'sampled' } }
  vi.advanceTimersByTime(59_000)
  expect(await sampler.sample(services, 3)).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(await sampler.sample(services, 3)).toBe(true)
  expect(await sampler.sample(services, 3)).toBe(false)
  const { rows } = await sql`select running_jobs from server_sample where server = 'sampled'`.execute(
    h.services.db,
  )
  expect(rows).toEqual([{ running_jobs: 3 }])
})

test('samples are deleted after a week', async () => {
  const left = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from server_sample where server = 'busy-1'`.execute(
        h.services.db,
      )
    ).rows[0]?.n
  await sql`update server_sample set minute = now() - interval '8 days' where server = 'busy-1'`.execute(
    h.services.db,
  )
  expect(await left()).toBe(1)
  await runTimer(h.services, 'delete lost workers')
  expect(await left()).toBe(0)
})
