import { beforeAll, expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

// without a worker, a rollback that was asked for stays at work
const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

/** A run as if it had been applied. */
async function applied(): Promise<string> {
  const { db } = h.services
  const { feed_id, dropshipper_id } = await makeFeed(h)
  const { feed_run_id } = await db
    .insertInto('feed_run')
    .values({ feed_id, dropshipper_id, state: 'applied' })
    .returning('feed_run_id')
    .executeTakeFirstOrThrow()
  await db.updateTable('feed').set({ current_run_id: feed_run_id }).where('feed_id', '=', feed_id).execute()
  return `/api/feed-runs/${feed_run_id}`
}
const rollBack = (run: string) => c.post(`${run}/roll-back`, { reason: 'Wrong prices' })

test.each(['scheduled', 'executing'] as const)(
  'a run whose rollback is %s shows the job and can’t be rolled back twice',
  async (status) => {
    const run = await applied()
    expect((await c.get(run)).body).toMatchObject({ roll_back_job_id: null, can: { roll_back: null } })
    const { job_id } = (await rollBack(run)).body
    await h.services.db
      .updateTable('job')
      .set({ job_status: jobStatus[status] })
      .where('job_id', '=', job_id)
      .execute()
    const why = `Job ${job_id} is already rolling this run back`
    expect((await c.get(run)).body).toMatchObject({ roll_back_job_id: job_id, can: { roll_back: why } })
    const second = await rollBack(run)
    expect(second.status).toBe(409)
    expect(second.body.error.message).toMatch(new RegExp(`^${why}: requested by Pat support at .* UTC$`))
  },
)

test('a run whose rollback was terminated can be rolled back again', async () => {
  const run = await applied()
  const { job_id } = (await rollBack(run)).body
  await c.post('/api/jobs/terminate', { job_id, reason: 'The wrong run' })
  expect((await c.get(run)).body).toMatchObject({ roll_back_job_id: null, can: { roll_back: null } })
  expect((await rollBack(run)).body.job_id).toBeGreaterThan(job_id)
})
