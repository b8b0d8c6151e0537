import { beforeAll, expect, test } from 'vitest'
import { harness, makeFeed, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { file, loadFeed, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

/** Moves a feed's runs two days back, once their jobs have ended: a job sets its run's end last. */
async function moveBack(feedId: number): Promise<void> {
  const { db } = h.services
  await waitUntil(
    () =>
      sql<{ open: number }>`
        select count(*) as open
        from job
        where job_end_time is null
          and (payload->>'feed_run_id')::bigint in (select feed_run_id from feed_run where feed_id = ${feedId})`.execute(
        db,
      ),
    ({ rows: [row] }) => row!.open === 0,
  )
  await sql`
    update feed_run
    set insert_tm = insert_tm - interval '2 days', end_tm = end_tm - interval '2 days'
    where feed_id = ${feedId}`.execute(db)
}

test('each day has its runs by verdict, the worst check against its limit, and the age of the data', async () => {
  const feed = await loadFeed(h, c, rows(60))
  const held = await feed.next(file(rows(30)))
  await c.post(`/api/feed-runs/${held.feed_run_id}/discard`, { reason: 'Half an export' })
  await moveBack(feed.feed_id)
  const rejected = await feed.next('sku,price\nA,"open\n')
  expect(rejected.state).toBe('rejected')
  const { status, body } = await c.get(`/api/feeds/${feed.feed_id}/days`)
  expect(status).toBe(200)
  expect(body.days).toHaveLength(90)
  const [earlier, quiet, today] = body.days.slice(-3)
  expect(earlier).toMatchObject({ passed: 1, held: 1, rejected: 0, verdict: 'held' })
  // half of the products are missing, and the limit is 15 %
  expect(earlier).toMatchObject({ check: 'Products missing', worst: 333, feed_run_id: held.feed_run_id })
  expect(quiet).toMatchObject({ passed: 0, held: 0, rejected: 0, worst: null, feed_run_id: null })
  expect(today).toMatchObject({ passed: 0, rejected: 1, worst: null, feed_run_id: rejected.feed_run_id })
  expect(quiet.age_hours).toBeGreaterThan(24)
  expect(today.age_hours).toBeGreaterThan(47)
  expect(today.age_hours).toBeLessThan(49)
  expect(body.days[0].age_hours).toBeNull()
})

test('mending rows of a file makes its data no younger', async () => {
  const feed = await loadFeed(h, c, rows(3))
  await moveBack(feed.feed_id)
  await sql`
    insert into feed_run (feed_id, dropshipper_id, started_by, state, mends_run_id, end_tm)
    select feed_id, dropshipper_id, 'a test', 'applied', feed_run_id, now() - interval '1 day'
    from feed_run
    where feed_id = ${feed.feed_id}`.execute(h.services.db)
  const today = (await c.get(`/api/feeds/${feed.feed_id}/days`)).body.days.at(-1)
  expect(today).toMatchObject({ passed: 0 })
  expect(today.age_hours).toBeGreaterThan(47)
})

test('a run that a person terminated passed nothing', async () => {
  const feed = await makeFeed(h)
  await sql`
    insert into feed_run (feed_id, dropshipper_id, started_by, state, end_tm)
    values (${feed.feed_id}, ${feed.dropshipper_id}, 'a test', 'terminated', now())`.execute(h.services.db)
  const today = (await c.get(`/api/feeds/${feed.feed_id}/days`)).body.days.at(-1)
  expect(today).toMatchObject({ passed: 0, held: 0, rejected: 0, feed_run_id: null })
})

test('a feed that has never run has 90 empty days', async () => {
  const feed = await makeFeed(h)
  const { body } = await c.get(`/api/feeds/${feed.feed_id}/days`)
  expect(body.days.filter((day: { passed: number }) => day.passed > 0)).toEqual([])
  expect(body.max_age_hours).toBeGreaterThan(0)
})
