import { beforeAll, describe, expect, test } from 'vitest'
import { tookMs, type FeedRun } from '#contract/feeds/runs.ts'
import { sql } from '#server/platform/database/db.ts'
import {
  client,
  waitForRun,
  harness,
  makeFeed,
  makeLogin,
  manyRows,
  runFeed,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a run’s timing', () => {
  const times = (run: FeedRun) => ({
    took: tookMs(run)!,
    span: Date.parse(run.end_tm!) - Date.parse(run.start_tm!),
  })

  test('includes the commit, the planner’s figures and the statistics', async () => {
    const { db } = h.services
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3))
    // a commit that takes its time, as that of millions of rows does
    await sql`
      create function late() returns trigger language plpgsql as $$
      begin perform pg_sleep(1.5); return null; end $$`.execute(db)
    await sql
      .raw(
        `create constraint trigger late after update on feed deferrable initially deferred
        for each row when (new.feed_id = ${feed.feed_id} and new.current_run_id is not null)
        execute function late()`,
      )
      .execute(db)
    const { feed_run_id } = await runFeed(c, feed.feed_id)
    const applyMs = (run: FeedRun) => run.phases.find((p) => p.phase === 'apply')?.ms ?? 0
    const { body } = await waitUntil(
      () => c.get(`/api/feed-runs/${feed_run_id}`),
      (a) => applyMs(a.body) >= 1500,
    )
    await sql`drop function late cascade`.execute(db)
    expect(applyMs(body)).toBeGreaterThanOrEqual(1500)
    const { took, span } = times(body)
    expect(span).toBeGreaterThanOrEqual(1500)
    expect(Math.abs(took - span)).toBeLessThan(span / 2)
  })

  test('covers both readings when a person approved the run, but not the time it waited', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(40))
    const held = await runFeed(c, feed.feed_id)
    await h.services.db
      .updateTable('feed_run')
      .set({ start_tm: sql`start_tm - interval '19 minutes'` })
      .where('feed_run_id', '=', held.feed_run_id)
      .execute()
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'A closed warehouse' })
    const run = await waitForRun(c, held.feed_run_id)
    expect(run.state).toBe('applied')
    const readings = (n: number) => run.phases.filter((p) => p.reading === n).map((p) => p.phase)
    expect(readings(1)).toEqual(['fetch', 'decode', 'parse', 'check', 'stage', 'compare', 'decide'])
    expect(readings(2)).toEqual(['fetch', 'decode', 'parse', 'check', 'stage', 'compare', 'decide', 'apply'])
    const { took, span } = times(run)
    expect(span).toBeGreaterThan(19 * 60_000)
    expect(took).toBeGreaterThan(0)
    expect(took).toBeLessThan(60_000)
  })
})

describe('a run', () => {
  test('can be followed through server-sent events until it ends', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3000))
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    const address = await h.app
      .listen({ port: 0, host: '127.0.0.1' })
      .catch(() => `http://127.0.0.1:${(h.app.server.address() as { port: number }).port}`)
    const stream = await fetch(`${address}/api/feed-runs/${body.feed_run_id}/events`, {
      headers: { cookie: c.raw.cookie },
    })
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    const events = (await stream.text())
      .split('\n\n')
      .filter((e) => e.startsWith('data: '))
      .map((e) => JSON.parse(e.slice(6)) as { state: string; rows_read: number })
    expect(events.at(-1)).toMatchObject({ state: 'applied', rows_read: 3000 })
  })
  test('with an unknown ID is a 404, and a malformed ID names its field', async () => {
    expect((await c.get('/api/feed-runs/999999')).status).toBe(404)
    expect((await c.get('/api/feed-runs/abc')).body.error.fields).toHaveProperty('feed_run_id')
  })
  test('is not accessible to customers', async () => {
    const customer = await client(h, (await makeLogin(h, 'customer')).email)
    expect((await customer.get('/api/feed-runs/1')).status).toBe(403)
  })
})
