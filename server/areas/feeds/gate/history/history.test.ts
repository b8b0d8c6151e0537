import { describe, expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { makeFeed } from '#server/test/harness.ts'
import { learnedFrom, pastOf } from './history.ts'

const day = 86_400_000
/** A Sunday. */
const now = Date.parse('2026-11-22T08:00:00Z')
const run = (daysAgo: number, value: number) => ({
  tm: new Date(now - daysAgo * day).toISOString(),
  measures: [{ name: 'lost' as const, window: 'last' as const, field: null, value }],
})

describe('the usual value', () => {
  test('is that of the last 30 good runs', () => {
    const runs = Array.from({ length: 40 }, (_, i) => run(i + 1, i + 1))
    const { recent } = learnedFrom(runs, now)
    expect(recent.runs).toBe(30)
    expect(recent.values.get('lost last ')!.at(-1)).toBe(30)
  })
  test('for a weekday is that of the last 12 such days', () => {
    const runs = Array.from({ length: 120 }, (_, i) => run(i + 1, i + 1))
    const { sameDay } = learnedFrom(runs, now)
    expect(sameDay.runs).toBe(12)
    expect(sameDay.values.get('lost last ')).toEqual([7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84])
  })
  test('for a weekday uses only the newest run of that day if the feed runs hourly', () => {
    const hours = Array.from({ length: 48 }, (_, i) => run(7 - i / 24 + 0.2, i))
    const { sameDay } = learnedFrom(hours.toReversed(), now)
    expect(sameDay.runs).toBe(1)
  })
  test('of a run is that of the part that changed most', () => {
    const parts = [2, -9, 4].flatMap((value) => run(1, value).measures)
    const { recent } = learnedFrom([{ tm: run(1, 0).tm, measures: parts }], now)
    expect(recent.values.get('lost last ')).toEqual([-9])
  })
})

const h = harness()
test('the usual value is learned only from runs that needed no approval, aren’t first files and aren’t fixed rows', async () => {
  const { db } = h.services
  const feed = await makeFeed(h)
  const { feed_id, dropshipper_id } = feed
  const insert = (more: object, first_load = false) =>
    db
      .insertInto('feed_run')
      .values({
        feed_id,
        dropshipper_id,
        state: 'applied',
        decision: JSON.stringify({ first_load, measures: [] }),
        ...more,
      })
      .returning('feed_run_id')
      .executeTakeFirstOrThrow()
  await insert({}, true)
  const good = await insert({})
  await insert({ approved_by: 'Pat' })
  await insert({ mends_run_id: good.feed_run_id })
  await insert({ state: 'rolled_back' })
  expect((await pastOf(db, feed_id, now)).recent.runs).toBe(1)
})
