import { expect, test } from 'vitest'
import { shelfAge, shelfWeek, weekHours } from './freshness.ts'

const hour = 3_600_000
const run = (end: number, applied = true) => ({ read: (end - 0.5) * hour, end: end * hour, applied })
const told = (end: number) => ({ planned: (end - 0.25) * hour, end: end * hour })
const age = (runs: number[], updates: number[], at: number, quiet: number[] = []) => {
  const all = [...runs.map((end) => run(end)), ...quiet.map((end) => run(end, false))]
  const found = shelfAge(
    all.toSorted((a, b) => a.end - b.end),
    updates.map(told),
    at * hour,
  )
  return found === null ? null : found / hour
}

test('a store’s data is as old as the file it was last sent', () => {
  expect(age([10], [11], 12)).toBe(2.5)
  expect(age([10], [11], 11)).toBe(1.5)
  expect(age([10], [], 12)).toBeNull()
  expect(age([10], [13], 12)).toBeNull()
  expect(age([], [11], 12)).toBeNull()
})

test('a run that hasn’t been sent to the store yet doesn’t make its data fresher', () => {
  expect(age([10, 20], [11], 21)).toBe(11.5)
  expect(age([10, 20], [11, 21], 21)).toBe(1.5)
  // it ended after the update was counted
  expect(age([10, 20], [11, 20.1], 21)).toBe(11.5)
})

test('a run that found no changes keeps the store’s data fresh, as long as no update was missed', () => {
  expect(age([10], [11], 21, [20])).toBe(1.5)
  expect(age([10, 15], [11], 21, [20])).toBe(11.5)
  expect(age([10, 15], [11], 21, [13, 20])).toBe(8.5)
})

test('a week’s figures show the age of the data, its 95th percentile and when it exceeded the promise', () => {
  const now = 1000 * hour
  const runs = Array.from({ length: 40 }, (_, i) => run(1000 - 240 + i * 6)).filter(
    // none for a day
    ({ end }) => end <= 900 * hour || end > 924 * hour,
  )
  const updates = runs.map(({ end }) => told(end / hour + 1))
  const week = shelfWeek(runs, updates, { now, promisedMs: 12 * hour })
  expect(week.age).toBe(6.5 * hour)
  expect(week.hourly).toHaveLength(weekHours + 1)
  expect(week.broken).toHaveLength(1)
  const [{ from, until }] = week.broken as [{ from: number; until: number }]
  expect(from / hour).toBe(910)
  expect(until / hour).toBe(929)
  expect(week.p95! / hour).toBeGreaterThan(12)
  expect(week.p95! / hour).toBeLessThan(30)
})

test('data that is still too old is reported, and a store without history shows nothing', () => {
  const now = 1000 * hour
  const stale = shelfWeek([run(900)], [told(901)], { now, promisedMs: 24 * hour })
  expect(stale.broken).toEqual([{ from: 923.5 * hour + hour / 2, until: null }])
  expect(shelfWeek([], [], { now, promisedMs: 24 * hour })).toMatchObject({
    age: null,
    p95: null,
    broken: [],
  })
})
