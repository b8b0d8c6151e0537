import { beforeAll, describe, expect, test } from 'vitest'
import { activityOf, harness, makeCustomFeed, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { statementsOn } from '#server/test/statements-on.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
type Feed = Awaited<ReturnType<typeof makeFeed>>
const idsOf = (...feeds: Feed[]) => feeds.map((feed) => feed.dropshipper_id)
const run = (...feeds: Feed[]) => c.post('/api/suppliers/feeds/run', { dropshipper_ids: idsOf(...feeds) })
const turn = (active: boolean, ...feeds: Feed[]) =>
  c.post('/api/suppliers/feeds/schedules', { dropshipper_ids: idsOf(...feeds), active })
const schedule = async ({ dropshipper_id }: Feed, cron: string | null = '0 */4 * * *') =>
  c.post('/api/suppliers/monitoring/schedule', { dropshipper_id, active: cron !== null, cron, tz: 'UTC' })
const listed = async (feed: Feed) => (await c.post('/api/suppliers/', { ids: idsOf(feed) })).body.suppliers[0]
const runsOf = (feed: Feed) =>
  h.services.db
    .selectFrom('feed_run')
    .select('state')
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()

describe('running the feeds of several suppliers', () => {
  test('starts them together, logs one line each, and skips a feed already running', async () => {
    const [first, second, third] = [await makeFeed(h), await makeFeed(h), await makeFeed(h)]
    await makeCustomFeed(h, first.dropshipper_id)
    expect((await run(first)).body).toEqual({ started: 1, under_way: 0 })
    expect((await run(first, second)).body).toEqual({ started: 1, under_way: 1 })
    expect(
      [await runsOf(first), await runsOf(second), await runsOf(third)].map((runs) => runs.length),
    ).toEqual([1, 1, 0])
    expect((await activityOf(c, second.dropshipper_id))[0]).toMatchObject({ type: 'feed.run' })
  })

  test('starts each feed only once when requested twice at the same time, in any order', async () => {
    const [first, second] = [await makeFeed(h), await makeFeed(h)]
    const answers = await Promise.all([run(first, second), run(second, first)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect(answers.reduce((sum, answer) => sum + answer.body.started, 0)).toBe(2)
  })
})

describe('changing the schedules of several suppliers', () => {
  test('takes one statement for the feeds and one for the log', async () => {
    const feeds = [await makeFeed(h), await makeFeed(h), await makeFeed(h)]
    for (const feed of feeds) await schedule(feed)
    const written = await Promise.all([statementsOn(h, 'feed'), statementsOn(h, 'activity')])
    expect((await turn(false, ...feeds)).body).toEqual({ changed: idsOf(...feeds) })
    expect(await Promise.all(written.map((statements) => statements()))).toEqual([1, 1])
    for (const feed of feeds)
      expect((await activityOf(c, feed.dropshipper_id))[0]).toMatchObject({
        type: 'feed.schedule',
        message: 'Schedule turned off',
      })
  })
  test('turns them off and on again, leaving those that have none or need no change', async () => {
    const [on, none] = [await makeFeed(h), await makeFeed(h)]
    await schedule(on)
    expect([(await listed(on)).schedule_active, (await listed(none)).schedule_active]).toEqual([true, null])
    expect((await turn(false, on, none)).body).toEqual({ changed: idsOf(on) })
    expect((await turn(false, on, none)).body).toEqual({ changed: [] })
    expect(await listed(on)).toMatchObject({ schedule_active: false, standing: 'paused' })
    const next = async () => (await c.get(`/api/suppliers/${on.dropshipper_id}/monitoring/schedule`)).body
    expect(await next()).toMatchObject({ active: false, cron: '0 */4 * * *' })
    expect((await turn(true, on)).body).toEqual({ changed: idsOf(on) })
    const { next_run_tm } = await h.services.db
      .selectFrom('feed')
      .select('next_run_tm')
      .where('feed_id', '=', on.feed_id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(next_run_tm!)).toBeGreaterThan(Date.now())
    expect((await activityOf(c, on.dropshipper_id)).slice(0, 2)).toMatchObject([
      { message: 'Schedule set to 0 */4 * * * (UTC)' },
      { message: 'Schedule turned off' },
    ])
  })
})
