import { expect, test } from 'vitest'
import { harness, makeFeed, staff } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'

const h = harness()

test('requests for a feed that is being worked on are refused at once and hold no connection meanwhile', async () => {
  const c = await staff(h)
  const { feed_id } = await makeFeed(h)
  const { db, jobDatabase, config } = h.services
  const asked = await jobDatabase.db.transaction().execute(async (job) => {
    await sql`select 1 from feed where feed_id = ${feed_id} for update`.execute(job)
    const all = Array.from({ length: config.connections.requests }, () =>
      c.post(`/api/feeds/${feed_id}/run`, { dry: false }),
    )
    return Promise.all(all)
  })
  expect(asked.map((answer) => answer.status)).toEqual(asked.map(() => 409))
  expect(asked[0]!.body.error.message).toBe('This is being worked on right now. Try again in a moment.')
  const { rows } = await sql`select 1 from feed_run where feed_id = ${feed_id}`.execute(db)
  expect(rows).toEqual([])
  expect((await c.post(`/api/feeds/${feed_id}/run`, { dry: false })).status).toBe(200)
})
