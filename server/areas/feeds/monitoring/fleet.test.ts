import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

/** A feed whose data may be a day old, with good runs and others so many hours ago. */
async function feed(runs: readonly (readonly [state: string, hoursAgo: number])[], hidden = false) {
  const { dropshipper_id, feed_id } = await makeFeed(h)
  await sql`
    update dropshipper
    set max_file_age_allowed_in_days = 1, hidden_from_report = ${hidden}
    where dropshipper_id = ${dropshipper_id}`.execute(h.services.db)
  for (const [state, hours] of runs)
    await sql`
      insert into feed_run (feed_id, dropshipper_id, state, insert_tm, end_tm)
      select ${feed_id}::int, ${dropshipper_id}::int, ${state}, tm, tm
      from (select now() - make_interval(mins => ${hours * 60}::int) as tm) ended`.execute(h.services.db)
}

test('data counts as good from a run until it is too old, even if the run was before the last 48 hours', async () => {
  // from before until 22 hours after the beginning, then from 28 hours after it on
  await feed([
    ['applied', 50],
    ['failed', 30],
    ['unchanged', 20.5],
  ])
  // good once, and too old before the 48 hours began
  await feed([['applied', 90]])
  await feed([])
  await feed([['applied', 1]], true)
  const { suppliers, custom_feeds } = (await c.get('/api/suppliers/monitoring/fleet')).body
  expect(suppliers.feeds).toBe(3)
  expect(suppliers.good).toHaveLength(49)
  expect([0, 21, 23, 27, 28, 48].map((hour) => suppliers.good[hour])).toEqual([1, 1, 0, 0, 1, 1])
  expect(custom_feeds).toEqual({ feeds: 0, good: Array(49).fill(0) })
})
