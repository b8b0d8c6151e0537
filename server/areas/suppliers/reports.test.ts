import { beforeAll, describe, expect, test } from 'vitest'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('monitoring', () => {
  test('distinguishes a succeeding feed from a held one, over 48 hours and with the success rate', async () => {
    const feed = await makeFeed(h, { name: 'Monitored' })
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    const mine = async () =>
      ((await c.get('/api/suppliers/monitoring/list')).body.suppliers as { dropshipper_id: number }[]).find(
        (s) => s.dropshipper_id === feed.dropshipper_id,
      )
    expect(await mine()).toMatchObject({
      succeeding: true,
      success_rate: 100,
      active_products: 100,
      held_run_id: null,
      runs: [[expect.any(Number), 'applied', 100, expect.any(Number)]],
    })
    await feed.publish(manyRows(10))
    const held = await runFeed(c, feed.feed_id)
    expect(await mine()).toMatchObject({
      standing: 'held',
      succeeding: false,
      active_products: 100,
      held_run_id: held.feed_run_id,
    })
    const { body: history } = await c.get(
      `/api/suppliers/monitoring/history?dropshipper_id=${feed.dropshipper_id}`,
    )
    expect(history.map((r: { state: string }) => r.state)).toEqual(['held', 'applied'])
    const { body: stats } = await c.get(`/api/suppliers/${feed.dropshipper_id}/stats`)
    expect(stats[0].datums).toMatchObject({ products: 100, created: 100 })
    // a run that broke off stands among them, without figures
    await feed.publish('')
    expect((await runFeed(c, feed.feed_id)).state).toBe('rejected')
    const { body: later } = await c.get(`/api/suppliers/${feed.dropshipper_id}/stats`)
    expect(later.map((r: { state: string }) => r.state)).toEqual(['applied', 'held', 'rejected'])
    expect(later.at(-1)).toMatchObject({ datums: {}, reason: expect.stringContaining('file') })
    expect(await mine()).toMatchObject({
      bad_run_id: later.at(-1).feed_run_id,
      bad_reason: later.at(-1).reason,
    })
  })
  test('keeps a report note and a hidden row, and logs both', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    expect(
      (
        await c.post('/api/suppliers/update-report-info', {
          id,
          hidden_from_report: true,
          report_note: 'Closed until May',
        })
      ).status,
    ).toBe(204)
    const { body } = await c.get('/api/suppliers/monitoring/list')
    expect(body.suppliers.find((s: { dropshipper_id: number }) => s.dropshipper_id === id)).toMatchObject({
      hidden_from_report: true,
      report_note: 'Closed until May',
    })
    expect(
      (await c.post('/api/dropshipper-activity-log/search', { dropshipper_id: id, search: 'until May' })).body
        .logs,
    ).toHaveLength(1)
  })
})

test('update failures are marked above 25 and 90 percent over three days', async () => {
  const make = async (states: string[]) => {
    const feed = await makeFeed(h)
    for (const state of states)
      await h.services.db
        .insertInto('feed_run')
        .values({ feed_id: feed.feed_id, dropshipper_id: feed.dropshipper_id, state, reason: state })
        .execute()
    return feed.dropshipper_id
  }
  const quarter = await make(['rejected', 'applied', 'unchanged', 'applied'])
  const third = await make(['held', 'rejected', 'applied', 'applied'])
  const held = await make(['held', 'applied'])
  const all = await make(['failed', 'rejected'])
  const { body } = await c.get('/api/suppliers/failures')
  const of = (id: number) => body.find((r: { dropshipper_id: number }) => r.dropshipper_id === id)
  expect(of(quarter)).toMatchObject({ failure_rate: 25, level: 'fine', updates: 4, failed: 1 })
  // a run that waits for a person is no update, neither good nor bad
  expect(of(third)).toMatchObject({ level: 'moderate', updates: 3, failed: 1, last_reason: 'rejected' })
  expect(of(held)).toBeUndefined()
  expect(of(all)).toMatchObject({ failure_rate: 100, level: 'severe', last_reason: 'rejected' })
  expect((await c.get('/api/vendor/update_failures')).body).toEqual([])
})
