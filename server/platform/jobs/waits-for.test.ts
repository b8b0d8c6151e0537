import { beforeAll, expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import { harness, makeFeed, staff, type Client } from '../../test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

/** A worker was heard of, and so many image checks run on it. */
const serve = (server: string, vcpus: number) =>
  h.services.db.insertInto('job_server').values({ server, vcpus }).execute()
const occupy = (server: string, images: number) =>
  h.services.db
    .insertInto('job')
    .values(
      Array.from({ length: images }, () => ({
        job_type: 'BASIC_IMAGE',
        category: 'image',
        job_status: jobStatus.executing,
        vcpu: 1,
        server,
      })),
    )
    .execute()

test('a waiting run shows its cause: a worker, busy vCPUs, the runs ahead of it, or its next retry', async () => {
  const [feed, later] = [await makeFeed(h), await makeFeed(h)]
  const start = async (of: { feed_id: number }) =>
    (await c.post(`/api/feeds/${of.feed_id}/run`, { dry: false })).body as {
      feed_run_id: number
      job_id: number
    }
  const run = await start(feed)
  const waits = async ({ feed_run_id }: { feed_run_id: number }) =>
    (await c.get(`/api/feed-runs/${feed_run_id}`)).body.waits_for as string | null
  expect(await waits(run)).toBe('No workers are running.')
  await serve('a', 4)
  expect(await waits(run)).toBe('About to start.')
  await occupy('a', 3)
  const busy = 'Needs 2 vCPUs; 3 of 4 are busy with 3 × Image check.'
  expect(await waits(run)).toBe(busy)
  const { body } = await c.get(`/api/suppliers/${feed.dropshipper_id}/monitoring/current`)
  expect(body.run.waits_for).toBe(busy)
  expect(await waits(await start(later))).toBe(`${busy} 1 job is ahead.`)
  await serve('b', 2)
  expect(await waits(run)).toBe('About to start.')
  await h.services.db
    .updateTable('job')
    .set({ attempt: 1, reason: 'The disk is full' })
    .where('job_id', '=', run.job_id)
    .execute()
  expect(await waits(run)).toBe('Retrying now. The last attempt failed (The disk is full).')
  await c.post('/api/jobs/terminate', { job_id: run.job_id, reason: 'Enough' })
  expect(await waits(run)).toBeNull()
})
