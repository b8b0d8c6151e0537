import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { waitForRun, harness, staff, type Client } from '#server/test/harness.ts'
import { file, loadFeed, rows, type Row } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

/** All that the feed's runs did lies so many days further back. */
const later = (feedId: number, days: number) =>
  sql`
    update feed_run
    set applied_tm = applied_tm - make_interval(days => ${days}::int)
    where feed_id = ${feedId}`.execute(h.services.db)
const all = rows(200).map((r): Row => ({ ...r, msrp: '900.00' }))
const times = (list: readonly Row[], factor: number, from = 0) =>
  list.map((r, i) => (i < from ? r : { ...r, price: (Number(r.price) * factor).toFixed(2) }))
const sold = (list: readonly Row[], by: number) =>
  list.map((r, i) => (i % 6 === by % 6 ? { ...r, qty: String(Number(r.qty) + by + 1) } : r))

describe('prices that return to earlier values', () => {
  test.each([3, 10])('count as the end of a sale of %i days', async (days) => {
    const feed = await loadFeed(h, c, all)
    expect(await feed.next(file(times(all, 0.86)))).toMatchObject({ state: 'applied' })
    await later(feed.feed_id, days)
    const run = await feed.next(file(sold(all, 1)))
    expect(run).toMatchObject({ state: 'applied', reason: null })
    expect(run.decision!.measures.filter((m) => /median|half|five/.test(m.name))).toEqual([])
  })
  test('are held if as many rise beyond the earlier value', async () => {
    const feed = await loadFeed(h, c, all)
    await feed.next(file(times(all, 0.86)))
    await later(feed.feed_id, 10)
    expect((await feed.next(file(times(all, 1.01)))).reason).toBe('Prices are 17.4% higher overall.')
  })
  test('count as new ones after more than a month', async () => {
    const feed = await loadFeed(h, c, all)
    await feed.next(file(times(all, 0.86)))
    await later(feed.feed_id, 31)
    expect((await feed.next(file(all))).reason).toContain('Prices are 16.3% higher overall.')
  })
  test('are doubted again if they were wrong before', async () => {
    const feed = await loadFeed(h, c, all)
    const wrong = file(times(all, 100, 180))
    const held = await feed.next(wrong)
    expect(held.reason).toContain('20 wholesale prices are exactly 100 times the previous value: in cents?')
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'Looks right' })
    expect(await waitForRun(c, held.feed_run_id)).toMatchObject({ state: 'applied' })
    const cure = await feed.next(file(sold(all, 1)))
    expect(cure.reason).toContain('exactly 1/100 of the previous value')
  })
})

describe('a file that undoes several runs', () => {
  /** A feed whose stock moved on four days, and the files of those days. */
  async function moved() {
    const feed = await loadFeed(h, c, all)
    const days = [all]
    for (let day = 1; day <= 4; day++) {
      await later(feed.feed_id, 1)
      days.push(sold(days.at(-1)!, day))
      expect(await feed.next(file(days.at(-1)!))).toMatchObject({ state: 'applied' })
    }
    return { ...feed, days }
  }
  test('is held as nearly the same as an old file', async () => {
    const { next, days } = await moved()
    const old = days[1]!.map((r, i) => (i === 7 ? { ...r, title: 'Thing of another name' } : r))
    const run = await next(file(old))
    expect(run.state).toBe('held')
    expect(run.reason).toMatch(
      /^The file nearly matches the one from run \d+, applied on \d+\/\d+\/\d+: \d+ later changes would be undone\./,
    )
    expect(run.decision!.measures.find((m) => m.name === 'earlier')!.count).toBeGreaterThan(90)
  })
  test('isn’t held as an old file if as much is new', async () => {
    const { next, days } = await moved()
    const run = await next(file(days[1]!.map((r, i) => (i % 2 ? r : { ...r, qty: String(50 + (i % 7)) }))))
    expect(run.decision!.measures.filter((m) => m.name === 'earlier')).toEqual([])
  })
  test('isn’t held if only one run is undone', async () => {
    const { next, days } = await moved()
    const run = await next(file(days[3]!.map((r, i) => (i === 7 ? { ...r, title: 'Another' } : r))))
    expect(run).toMatchObject({ state: 'applied', reason: null })
  })
})
