import { beforeAll, expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'
import { compare, type Scope } from '../../run/compare.ts'
import { Stage } from '../../run/stage.ts'
import { observeSameValues } from '../same-values.ts'
import { observeWindows } from './windows.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const fields = ['sku', 'title', 'wholesale_price', 'quantity'] as const
/** A feed of so many products, whose further files are its first rows. */
async function loaded(products: number) {
  const feed = await makeFeed(h, { rules: { limits: { lost: { hold: 100 } } } })
  const next = async (left: number, daysAgo: number, price?: (i: number) => [string, string]) => {
    await feed.publish(manyRows(left, price))
    const { state, feed_run_id } = await runFeed(c, feed.feed_id)
    expect(state).toBe('applied')
    await sql`
      update feed_run
      set applied_tm = now() - make_interval(days => ${daysAgo}::int)
      where feed_run_id = ${feed_run_id}`.execute(h.services.db)
  }
  /** The same rows compared, not applied. */
  const staged = async (left: number, price: (i: number) => string): Promise<Scope> => {
    const of = { runId: 1_000_000 + feed.feed_id, attempt: 1 }
    const stage = new Stage(h.services.database, of, fields)
    await stage.begin()
    for (let i = 0; i < left; i++) {
      const values = [`SKU-${i}`, `Product ${i}`, price(i), '1']
      stage.put({ line: i + 2, values, warnings: undefined, hashA: 0, hashB: 0 })
    }
    await stage.end()
    const { feed_id: feedId, dropshipper_id: dropshipperId } = feed
    const how = { rules: feedRules.parse({}), partial: false, whole: true, mended: false }
    const scope = { feedId, dropshipperId, ...of, ...how, fields }
    await compare(h.services.db, scope)
    return scope
  }
  await next(products, 50)
  return { ...feed, next, staged }
}
const asFirst = (i: number) => `${(i % 90) + 1}.50`
/** So much that every window is looked at. */
const much = {
  lost: 1e9,
  left_stock: 0,
  titles: 0,
  unpriced: 0,
  beyond_0: 0,
  beyond_5: 0,
  beyond_10: 0,
  beyond_20: 0,
  beyond_50: 0,
}
const nothing = { facts: null, counts: null, skipped: null }
const lostIn = async (scope: Scope, changing: number) => {
  const seen = await observeWindows(
    { db: h.services.db, scope, now: Date.now() },
    { changing, drift: much, standing: nothing, today: [] },
  )
  return seen.filter((o) => o.name === 'lost').map(({ window, count, of }) => ({ window, count, of }))
}

test('a window starts with the last run before it, or 30 days ago if nobody approved one', async () => {
  const feed = await loaded(300)
  await feed.next(270, 40)
  await feed.next(240, 10)
  expect(await lostIn(await feed.staged(210, asFirst), 30)).toEqual([
    { window: 'agreed', count: 60, of: 270 },
  ])
})

test('counts from a sample are scaled up to all products', async () => {
  const feed = await loaded(300)
  await feed.next(300, 1, (i) => [asFirst(i), String(2 + (i % 3))])
  const scope = await feed.staged(200, () => '9.99')
  const sampled = await lostIn(scope, 120_000)
  expect(sampled.map((o) => o.window).toSorted()).toEqual(['agreed', 'week'])
  expect(Math.abs(sampled[0]!.count - 100)).toBeLessThan(10)
  const alike = await observeSameValues(h.services.db, scope, () => 200_000, 200)
  expect(Math.abs(alike.find((o) => o.name === 'one_price')!.count - 200)).toBeLessThan(10)
})

const climbing = (percent: number, files: number) => (i: number) =>
  [(Number(asFirst(i)) * (i < 12 ? 1 + percent / 100 : 1) ** files).toFixed(2), String(i % 40)] as [
    string,
    string,
  ]
const half = '12 wholesale prices changed by 50% or more within a week, all up.'

test.each([
  [6, 7, half],
  [3, 14, half],
  [1, 7, null],
])('a few prices that rose by %i percent in each of a week’s %i files', async (percent, files, reason) => {
  const feed = await loaded(300)
  for (let n = 1; n < files; n++) await feed.next(300, 6 - Math.floor((n * 6) / files), climbing(percent, n))
  await feed.publish(manyRows(300, climbing(percent, files)))
  expect(await runFeed(c, feed.feed_id)).toMatchObject(
    reason ? { state: 'held', reason } : { state: 'applied' },
  )
})

test('if a run doesn’t record the steps of its price changes, the products are checked', async () => {
  const feed = await loaded(300)
  for (let n = 1; n < 7; n++) await feed.next(300, 7 - n, climbing(6, n))
  await sql`
    update feed_run
    set stats = jsonb_set(stats, '{drift}', '{"lost": 0}')
    where feed_id = ${feed.feed_id}`.execute(h.services.db)
  await feed.publish(manyRows(300, climbing(6, 7)))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'held', reason: half })
})
