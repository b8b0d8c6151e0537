import { expect, test } from 'vitest'
import { niceScale, timeTicks } from './scale.ts'

test.each([
  [626, 1578, [0, 500, 1000, 1500, 2000]],
  [1889, 2153, [1800, 1900, 2000, 2100, 2200]],
  [95.2, 95.2, undefined],
  [0, 0, undefined],
])('a scale of %d to %d has round figures around both', (low, high, ticks) => {
  const scale = niceScale(low, high)
  if (ticks) expect(scale.ticks).toEqual(ticks)
  expect(scale.low).toBeLessThanOrEqual(low)
  expect(scale.high).toBeGreaterThanOrEqual(high)
  expect(scale.high).toBeGreaterThan(scale.low)
})

test('an axis of some days has their beginnings, one of hours has times', () => {
  const from = new Date(2026, 10, 16, 9).getTime()
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
  expect(timeTicks(from, from + 3_600_000, 2)).toHaveLength(2)
})
