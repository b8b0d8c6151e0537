import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { activityOf, waitForRun, harness, rollBack, staff, type Client } from '#server/test/harness.ts'
import { file, loadFeed, mapping, messagesOf, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const approve = (runId: number, more: object = {}) =>
  c.post(`/api/feed-runs/${runId}/apply`, { reason: 'The supplier says so', ...more })

test('an approved run is held again if the settings have changed since it was held', async () => {
  const all = rows(100)
  const feed = await loadFeed(h, c, all)
  const held = await feed.next(file(all.slice(40)))
  const { body } = await c.get(`/api/feeds/${feed.feed_id}`)
  const swapped = mapping.map((m) =>
    m.from === 'price' ? { ...m, from: 'msrp' } : m.from === 'msrp' ? { ...m, from: 'price' } : m,
  )
  await c.put(`/api/feeds/${feed.feed_id}`, { ...body, mapping: swapped })
  await approve(held.feed_run_id)
  const again = await waitForRun(c, held.feed_run_id)
  expect(again.state).toBe('held')
  expect(again.decision!.sentence).toContain('cost more than')
  await approve(held.feed_run_id)
  expect(await waitForRun(c, held.feed_run_id)).toMatchObject({ state: 'applied' })
})

test('what was expected when a run was approved is no longer expected once it is rolled back', async () => {
  const all = rows(100)
  const feed = await loadFeed(h, c, all)
  const wrong = file(all.slice(40))
  const held = await feed.next(wrong)
  await approve(held.feed_run_id, { expected: { measures: ['lost'], days: 7 } })
  await waitForRun(c, held.feed_run_id)
  await rollBack(c, held.feed_run_id, 'It was wrong after all')
  expect(await feed.next(`${wrong}\n`)).toMatchObject({ state: 'held' })
})

describe('a person who approves a run', () => {
  const all = rows(200)
  const less = (share: number) => file(all.slice(Math.round(all.length * share)))

  test('can mark it as expected: later runs like it aren’t held until that is revoked', async () => {
    const feed = await loadFeed(h, c, all)
    const held = await feed.next(less(0.3))
    expect((await approve(held.feed_run_id, { expected: { measures: ['new'], days: 7 } })).status).toBe(409)
    expect((await approve(held.feed_run_id, { expected: { measures: ['lost'], days: 7 } })).status).toBe(200)
    await waitForRun(c, held.feed_run_id)
    // what it was held for stays said: only the next runs are expected
    const { body: through } = await c.get(`/api/feed-runs/${held.feed_run_id}`)
    expect(through).toMatchObject({ state: 'applied', decision: { verdict: 'hold' } })
    const { body: listed } = await c.get(`/api/feeds/${feed.feed_id}/expectations`)
    expect(listed).toMatchObject([{ measure: 'lost', limit: 33, by: 'Pat support', revoked_by: null }])
    expect((await activityOf(c, feed.dropshipper_id)).map((l) => l.message)).toContain(
      'Expected for 7 days: Products missing up to 33%',
    )
    const again = await feed.next(less(0.5))
    expect(again).toMatchObject({ state: 'applied' })
    expect(again.decision!.measures.find((m) => m.name === 'lost')).toMatchObject({
      by: 'expected',
      hold: 33,
    })
    const { body: tested } = await c.post(`/api/feeds/${feed.feed_id}/back-test`, { rules: {} })
    const expected = (id: number) => tested.find((r: { feed_run_id: number }) => r.feed_run_id === id)
    expect(expected(again.feed_run_id)).toMatchObject({ is: 'apply', expected: true })
    expect(expected(held.feed_run_id - 1)).toMatchObject({ is: 'apply', expected: false })
    const path = `/api/feed-expectations/${listed[0].feed_expectation_id}/revoke`
    expect((await c.post(path, { reason: 'It is over' })).status).toBe(204)
    expect((await c.post(path, { reason: 'It is over' })).status).toBe(409)
    const over = await feed.next(less(0.62))
    expect(over).toMatchObject({ state: 'held' })
    expect(over.decision!.measures.find((m) => m.window === 'last')).toMatchObject({
      name: 'lost',
      by: 'floor',
    })
  })

  test('isn’t notified of its warnings again', async () => {
    const feed = await loadFeed(h, c, all)
    const held = await feed.next(
      file(all.slice(60).map((r) => ({ ...r, title: r.title.replace('Thing', 'Boxed thing') }))),
    )
    expect(held.decision!.measures.map((m) => m.verdict)).toContain('warn')
    await approve(held.feed_run_id)
    expect(await waitForRun(c, held.feed_run_id)).toMatchObject({ state: 'applied' })
    expect((await messagesOf(h, feed.dropshipper_id)).rows).toHaveLength(1)
  })

  test('expects it only for the chosen number of days, and the report counts it for that long', async () => {
    const feed = await loadFeed(h, c, all)
    const expected = async () => measured((await c.get('/api/reports/gate')).body, 'lost').expected
    const held = await feed.next(less(0.3))
    const before = await expected()
    await approve(held.feed_run_id, { expected: { measures: ['lost'], days: 7 } })
    await waitForRun(c, held.feed_run_id)
    expect(await expected()).toBe(before + 1)
    await sql`
      update feed_expectation
      set until_tm = now() - interval '1 second'
      where feed_id = ${feed.feed_id}`.execute(h.services.db)
    expect(await expected()).toBe(before)
    expect(await feed.next(less(0.5))).toMatchObject({ state: 'held' })
  })

  test('sees what was decided the last times the run looked like this', async () => {
    const feed = await loadFeed(h, c, all)
    const first = await feed.next(less(0.3))
    await c.post(`/api/feed-runs/${first.feed_run_id}/discard`, { reason: 'Half an export' })
    const second = await feed.next(less(0.31))
    expect(second.alike).toMatchObject([
      { feed_run_id: first.feed_run_id, state: 'discarded', by: 'Pat support', reason: 'Half an export' },
    ])
  })
})

test('a back-test of other limits shows what they would have held or passed, and saves nothing', async () => {
  const all = rows(200)
  const feed = await loadFeed(h, c, all)
  const small = await feed.next(file(all.slice(12)))
  const large = await feed.next(file(all.slice(80)))
  expect([small.state, large.state]).toEqual(['applied', 'held'])
  const tried = async (rules: object) =>
    (await c.post(`/api/feeds/${feed.feed_id}/back-test`, { rules })).body.map(
      (r: { feed_run_id: number; was: string; is: string }) => [r.feed_run_id, r.was, r.is],
    )
  const [first] = await tried({})
  expect(first).toMatchObject([small.feed_run_id - 1, 'apply', 'apply'])
  expect(await tried({ threshold_percent: 5 })).toEqual([
    first,
    [small.feed_run_id, 'apply', 'hold'],
    [large.feed_run_id, 'hold', 'hold'],
  ])
  expect(await tried({ limits: { lost: { hold: 50 } } })).toEqual([
    first,
    [small.feed_run_id, 'apply', 'apply'],
    [large.feed_run_id, 'hold', 'apply'],
  ])
  expect((await c.get(`/api/feeds/${feed.feed_id}`)).body.rules.limits).toEqual({})
})

test('a back-test learns usual values only from earlier runs that needed no approval', async () => {
  const all = rows(200)
  const feed = await loadFeed(h, c, all)
  const tried = async () => {
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/back-test`, { rules: {} })
    return body.filter((r: { was: string }) => r.was === 'hold').map((r: { is: string }) => r.is)
  }
  const { decision } = await feed.next(file(all.slice(40)), true)
  const lost14 = decision!.measures.map((m) => ({ ...m, value: 14, verdict: 'ok' }))
  const usual = JSON.stringify({ ...decision, verdict: 'apply', measures: lost14 })
  const fourteen = (approvedBy: string | null) =>
    sql`
      insert into feed_run (feed_id, dropshipper_id, state, approved_by, decision)
      select ${feed.feed_id}::int, ${feed.dropshipper_id}::int, 'applied', ${approvedBy}::text, ${usual}::jsonb
      from generate_series(1, 14)`.execute(h.services.db)
  await fourteen('Pat support')
  expect(await feed.next(file(all.slice(40)))).toMatchObject({ state: 'held' })
  await fourteen(null)
  // neither the dry run nor what came later says anything of the held one
  expect(await tried()).toEqual(['hold'])
})

interface Report {
  measures: { name: string; held: number; let_through: number; discarded: number; expected: number }[]
}
const measured = (report: Report, name: string) =>
  report.measures.find((m) => m.name === name) ?? { held: 0, let_through: 0, discarded: 0, expected: 0 }

test('the gate report’s figures show what was held and what people decided, without dry runs', async () => {
  const before = (await c.get('/api/reports/gate')).body
  const all = rows(100)
  const one = await loadFeed(h, c, all)
  const held = await one.next(file(all.slice(40)))
  await approve(held.feed_run_id)
  await waitForRun(c, held.feed_run_id)
  const two = await loadFeed(h, c, all)
  const wrong = await two.next(file(all.slice(40)))
  await c.post(`/api/feed-runs/${wrong.feed_run_id}/discard`, { reason: 'Half an export' })
  expect(await two.next(file(all.slice(50)), true)).toMatchObject({ state: 'dry' })
  const { body } = await c.get('/api/reports/gate')
  const more = (name: 'held' | 'let_through' | 'discarded') => [
    body[name] - before[name],
    measured(body, 'lost')[name] - measured(before, 'lost')[name],
  ]
  expect([more('held'), more('let_through'), more('discarded')]).toEqual([
    [2, 2],
    [1, 1],
    [1, 1],
  ])
})
