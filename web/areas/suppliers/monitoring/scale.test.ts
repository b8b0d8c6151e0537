import { expect, test } from 'vitest'
import { niceScale, timeTicks } from './scale.ts'

test.each([
  [626, 1578, [0, 500, 1000, 1500, 2000]],
  [1889, 2153, [1800, 1900, 2000, 2100, 2200]],
  [95.2, 95.2, [50, 100]],
  [0, 0, [0, 0.5]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [3, 40, [0, 10, 20, 30, 40]],
  [-4, -2, [-4, -3.5, -3, -2.5, -2]],
  [Infinity, -Infinity, [0, 0.5, 1]],
])('a scale from %d to %d has round ticks that include both', (low, high, ticks) => {
  const scale = niceScale(low, high)
  expect(scale.ticks).toEqual(ticks)
  expect(scale.low).toBeCloseTo(ticks[0]!)
  expect(scale.high).toBeCloseTo(ticks.at(-1)!)
  expect(scale.low).toBeLessThanOrEqual(low)
  expect(scale.high).toBeGreaterThanOrEqual(high)
  expect(scale.high).toBeGreaterThan(scale.low)
})

test('a time axis over days has dates, and one over hours has times', () => {
  const from = new Date(2020, 10, 16, 9).getTime()
  expect(timeTicks(from, from + 4 * 86_400_000, 8).map((t) => t.text)).toEqual([
    '11/17',
    '11/18',
    '11/19',
    '11/20',
  ])
  expect(timeTicks(from, from + 8 * 86_400_000, 4).map((t) => t.text)).toEqual([
    '11/17',
    '11/19',
    '11/21',
    '11/23',
  ])
  const twoDays = 2 * 86_400_000
  expect(timeTicks(from, from + twoDays, 8)).toEqual([
    { tm: new Date(2020, 10, 17).getTime(), text: '11/17' },
    { tm: new Date(2020, 10, 18).getTime(), text: '11/18' },
  ])
  expect(timeTicks(from, from + twoDays - 1, 4)).toHaveLength(4)
  expect(timeTicks(from, from + 3_600_000, 2)).toEqual([
    { tm: from + 900_000, text: '11/16/20 9:15 am' },
    { tm: from + 2_700_000, text: '11/16/20 9:45 am' },
  ])
  expect(timeTicks(from, from, 8)).toEqual([{ tm: from, text: '11/16/20 9:00 am' }])
  expect(timeTicks(Infinity, -Infinity, 8)).toEqual([])
  const midnight = new Date(2020, 10, 20).getTime()
  expect(timeTicks(from, midnight, 8).at(-1)).toEqual({ tm: midnight, text: '11/20' })
})
