import { beforeAll, describe, expect, test } from 'vitest'
import {
  csv,
  waitForRun,
  harness,
  makeCustomFeed,
  makeFeed,
  manyRows,
  rollBack,
  runFeed,
  staff,
  type Client,
} from '#server/test/harness.ts'
import { countWaiting } from './standing.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

type Feed = Awaited<ReturnType<typeof makeFeed>>
/** Runs of a feed as if they had ended, one each half hour, the last just now. */
const ran = async (feed: Feed, states: readonly string[]) => {
  const at = (i: number) => new Date(Date.now() - (states.length - i) * 1_800_000).toISOString()
  await h.services.db
    .insertInto('feed_run')
    .values(
      states.map((state, i) => ({
        feed_id: feed.feed_id,
        dropshipper_id: feed.dropshipper_id,
        state,
        dry: state === 'dry',
        reason: `was ${state}`,
        insert_tm: at(i),
        end_tm: at(i),
      })),
    )
    .execute()
}
const times = (n: number, state: string) => Array.from({ length: n }, () => state)
const monitored = async (feed: Feed) =>
  (await c.get('/api/suppliers/monitoring/list')).body.suppliers.find(
    (s: { feed_id: number }) => s.feed_id === feed.feed_id,
  )
const listed = async (feed: Feed) =>
  (await c.post('/api/suppliers/', { query: String(feed.dropshipper_id) })).body.suppliers.find(
    (s: { dropshipper_id: number }) => s.dropshipper_id === feed.dropshipper_id,
  )
const current = async (feed: Feed) =>
  (await c.get(`/api/suppliers/${feed.dropshipper_id}/monitoring/current`)).body
const failure = async (feed: Feed) =>
  (await c.get('/api/suppliers/failures')).body.find(
    (r: { dropshipper_id: number }) => r.dropshipper_id === feed.dropshipper_id,
  )

describe('a feed’s status', () => {
  test('is the same, with its reason and success rate, in every response that shows it', async () => {
    const feed = await makeFeed(h)
    await ran(feed, [...times(6, 'rejected'), ...times(5, 'applied')])
    const reason = '6 of 11 runs in the last 48 hours failed; the last run succeeded'
    const same = {
      standing: 'flaky',
      standing_reason: reason,
      succeeding: false,
      success_rate: 45.5,
      good_runs: 5,
      bad_runs: 6,
    }
    expect(await monitored(feed)).toMatchObject(same)
    expect(await current(feed)).toMatchObject(same)
    expect(await listed(feed)).toMatchObject({ standing: 'flaky', standing_reason: reason })
  })
  test('counts every run of the last 48 hours and shows the newest 24', async () => {
    const feed = await makeFeed(h)
    await ran(feed, [...times(17, 'rejected'), ...times(63, 'unchanged')])
    const row = await monitored(feed)
    expect(row).toMatchObject({ good_runs: 63, bad_runs: 17, success_rate: 78.8, standing: 'fresh' })
    const ids = row.runs.map(([id]: [number]) => id)
    expect(ids).toHaveLength(24)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
    expect(ids.at(-1)).toBe(row.last_run_id)
  })
  test('stops counting a run once it is older than 48 hours', async () => {
    const feed = await makeFeed(h)
    await ran(feed, ['rejected', 'rejected', 'applied'])
    expect(await monitored(feed)).toMatchObject({ standing: 'flaky', success_rate: 33.3 })
    await h.services.db
      .updateTable('feed_run')
      .set({ insert_tm: new Date(Date.now() - 48.1 * 3_600_000).toISOString() })
      .where('feed_id', '=', feed.feed_id)
      .where('state', '=', 'rejected')
      .execute()
    expect(await monitored(feed)).toMatchObject({ standing: 'fresh', success_rate: 100, bad_runs: 0 })
  })
  test('ignores dry runs, runs in progress and what people did', async () => {
    const feed = await makeFeed(h)
    await ran(feed, ['applied', 'terminated', 'rolled_back', 'discarded', 'superseded', 'dry', 'queued'])
    expect(await monitored(feed)).toMatchObject({
      standing: 'fresh',
      success_rate: 100,
      good_runs: 1,
      bad_runs: 0,
      last_state: 'applied',
    })
    expect(await failure(feed)).toBeUndefined()
  })
  test('is late if its newest good run is too old, paused if its schedule is off, or never ran', async () => {
    const feed = await makeFeed(h)
    expect(await monitored(feed)).toMatchObject({
      standing: 'never_ran',
      succeeding: false,
      success_rate: null,
      last_run: null,
    })
    await ran(feed, ['applied'])
    const days = (n: number) =>
      h.services.db
        .updateTable('dropshipper')
        .set({ max_file_age_allowed_in_days: n })
        .where('dropshipper_id', '=', feed.dropshipper_id)
        .execute()
    await days(1)
    await h.services.db
      .updateTable('feed_run')
      .set({ end_tm: new Date(Date.now() - 31 * 3_600_000).toISOString() })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    expect(await monitored(feed)).toMatchObject({
      standing: 'late',
      standing_reason: 'No good run for 31 h (limit 24 h)',
    })
    await days(2)
    expect(await monitored(feed)).toMatchObject({ standing: 'fresh' })
    const schedule = (active: boolean) =>
      c.post('/api/suppliers/monitoring/schedule', {
        dropshipper_id: feed.dropshipper_id,
        active,
        cron: '0 4 * * *',
        tz: 'UTC',
      })
    await schedule(true)
    expect(await monitored(feed)).toMatchObject({ standing: 'fresh' })
    await schedule(false)
    expect(await monitored(feed)).toMatchObject({
      standing: 'paused',
      standing_reason: 'Schedule turned off',
    })
  })
  test('depends on the newest finished run, the newest good run and the newest held run', async () => {
    const { db } = h.services
    const feed = await makeFeed(h)
    await ran(feed, ['applied', 'applied', 'rejected'])
    const runs = await db
      .selectFrom('feed_run')
      .select('feed_run_id')
      .where('feed_id', '=', feed.feed_id)
      .orderBy('feed_run_id')
      .execute()
    const [oldest, approved] = runs.map((run) => run.feed_run_id) as [number, number]
    const endedAt = (feed_run_id: number, hours: number) =>
      db
        .updateTable('feed_run')
        .set({ end_tm: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .where('feed_run_id', '=', feed_run_id)
        .execute()
    expect(await monitored(feed)).toMatchObject({ standing: 'failing', last_state: 'rejected' })
    // begun before the rejected one, approved after it
    await endedAt(approved, 0)
    await endedAt(oldest, 1000)
    expect(await monitored(feed)).toMatchObject({ standing: 'fresh', last_state: 'applied' })
    await ran(feed, ['held', 'held'])
    const { feed_run_id } = await db
      .selectFrom('feed_run')
      .select((e) => e.fn.max('feed_run_id').as('feed_run_id'))
      .where('feed_id', '=', feed.feed_id)
      .executeTakeFirstOrThrow()
    expect(await monitored(feed)).toMatchObject({
      standing: 'held',
      standing_reason: `Run ${feed_run_id} needs approval: was held`,
    })
  })
  test('counts no dry runs and shows no runs that a person or a newer run set aside', async () => {
    const feed = await makeFeed(h)
    await ran(feed, ['dry'])
    expect(await monitored(feed)).toMatchObject({
      standing: 'never_ran',
      standing_reason: 'No runs yet',
    })
    await ran(feed, ['applied', 'discarded', 'superseded', 'dry'])
    expect((await monitored(feed)).runs).toHaveLength(1)
  })
  test('says since when: its first failure after a good run, when it was held, when it became late', async () => {
    const [failing, flaky, heldFeed, late] = await Promise.all([1, 2, 3, 4].map(() => makeFeed(h)))
    await ran(failing!, ['failed', 'applied', 'rejected', 'failed', 'failed'])
    await ran(flaky!, ['rejected', 'failed', 'applied'])
    await ran(heldFeed!, ['applied', 'held'])
    await ran(late!, ['applied'])
    const { db } = h.services
    await db
      .updateTable('dropshipper')
      .set({ max_file_age_allowed_in_days: 1 })
      .where('dropshipper_id', '=', late!.dropshipper_id)
      .execute()
    const goodEnd = new Date(Date.now() - 25 * 3_600_000).toISOString()
    await db
      .updateTable('feed_run')
      .set({ insert_tm: goodEnd, end_tm: goodEnd })
      .where('feed_id', '=', late!.feed_id)
      .execute()
    const endsOf = async (feed: Feed) =>
      (
        await db
          .selectFrom('feed_run')
          .select('end_tm')
          .where('feed_id', '=', feed.feed_id)
          .orderBy('feed_run_id')
          .execute()
      ).map(({ end_tm }) => Date.parse(end_tm!))
    const since = async (feed: Feed) => {
      const { standing, standing_since } = await monitored(feed)
      return [standing, standing_since && Date.parse(standing_since)]
    }
    expect(await since(failing!)).toEqual(['failing', (await endsOf(failing!))[2]])
    expect(await since(flaky!)).toEqual(['flaky', null])
    expect(await since(heldFeed!)).toEqual(['held', (await endsOf(heldFeed!))[1]])
    expect(await since(late!)).toEqual(['late', Date.parse(goodEnd) + 24 * 3_600_000])
  })
  test('is counted as needing attention where it fails or is held and isn’t hidden, custom feeds too', async () => {
    const waiting = () => countWaiting(h.services.db)
    const before = await waiting()
    const own = await makeFeed(h)
    await ran(own, ['applied', 'failed'])
    const custom = await makeCustomFeed(h, own.dropshipper_id)
    await ran({ ...own, feed_id: custom.feed_id }, ['held'])
    const steady = await makeFeed(h)
    await ran(steady, ['applied'])
    expect(await waiting()).toBe(before + 2)
    await h.services.db
      .updateTable('vendor_custom_feed')
      .set({ hidden_from_report: true })
      .where('vendor_custom_feed_id', '=', custom.vendor_custom_feed_id)
      .execute()
    expect(await waiting()).toBe(before + 1)
    const { suppliers, custom_feeds } = (await c.get('/api/suppliers/monitoring/list')).body
    const needing = [...suppliers, ...custom_feeds].filter(
      (f: { standing: string; hidden_from_report: boolean }) =>
        !f.hidden_from_report && ['failing', 'held'].includes(f.standing),
    )
    expect(needing).toHaveLength(before + 1)
  })
  test('sorts the worst first', async () => {
    const failing = await makeFeed(h)
    const fresh = await makeFeed(h)
    await ran(failing, ['applied', 'failed'])
    await ran(fresh, ['applied'])
    const { suppliers } = (await c.get('/api/suppliers/monitoring/list')).body
    const place = (feed: Feed) => suppliers.findIndex((s: { feed_id: number }) => s.feed_id === feed.feed_id)
    expect(place(failing)).toBeGreaterThanOrEqual(0)
    expect(place(failing)).toBeLessThan(place(fresh))
    expect(suppliers[0].standing).toBe('failing')
  })
})

describe('a person’s action', () => {
  test('doesn’t count against the feed when a run is rolled back', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(20))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(20, (i) => [i === 3 ? '99.00' : `${i + 1}.50`, String(i)]))
    const wrong = await runFeed(c, feed.feed_id)
    expect(wrong.state).toBe('applied')
    await rollBack(c, wrong.feed_run_id, 'Wrong prices')
    expect(await monitored(feed)).toMatchObject({
      standing: 'fresh',
      success_rate: 100,
      good_runs: 1,
      bad_runs: 0,
    })
    await ran(feed, ['rejected'])
    expect(await failure(feed)).toMatchObject({ updates: 2, failed: 1, failure_rate: 50 })
  })
  test('doesn’t count against the feed when a run is terminated', async () => {
    const feed = await makeFeed(h)
    await feed.publish(csv([['A', 'A', '1', '1']]))
    await runFeed(c, feed.feed_id)
    const before = (await c.get('/api/jobs/monitoring/info')).body
    await h.worker!.stop()
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    await c.post('/api/jobs/terminate', { job_id: body.job_id, reason: 'Manually terminated' })
    expect(await waitForRun(c, body.feed_run_id)).toMatchObject({ state: 'terminated' })
    expect(await monitored(feed)).toMatchObject({ standing: 'fresh', success_rate: 100 })
    expect(await failure(feed)).toBeUndefined()
    expect((await c.get('/api/jobs/monitoring/info')).body).toEqual(before)
  })
  test('doesn’t count against a vendor when a custom feed’s job is terminated; a failed job does', async () => {
    const { db } = h.services
    const own = await makeFeed(h)
    const { vendor_id, vendor_custom_feed_id } = await makeCustomFeed(h, own.dropshipper_id, {
      active: false,
    })
    // what a vendor's feed is says nothing of the supplier's own
    for (const shown of [await current(own), await listed(own)])
      expect(shown).toMatchObject({ standing: 'never_ran' })
    const job = {
      job_type: 'RESTRICTED_MONITORING_JOB',
      category: 'monitoring',
      job_status: 3,
      param_value: String(vendor_custom_feed_id),
      job_start_time: new Date().toISOString(),
    }
    await db
      .insertInto('job')
      .values({ ...job, terminate_by: 'Pat support', terminate_reason: 'Manually terminated' })
      .execute()
    expect((await c.get('/api/vendor/update_failures')).body).toEqual([])
    await db.insertInto('job').values(job).execute()
    expect((await c.get('/api/vendor/update_failures')).body).toMatchObject([
      { vendor_id, updates: 1, failed: 1 },
    ])
    const { custom_feeds } = (await c.get('/api/suppliers/monitoring/list')).body
    expect(
      custom_feeds.find(
        (f: { vendor_custom_feed_id: number }) => f.vendor_custom_feed_id === vendor_custom_feed_id,
      ),
    ).toMatchObject({ standing: 'paused', standing_reason: 'Custom feed turned off', succeeding: false })
  })
})
