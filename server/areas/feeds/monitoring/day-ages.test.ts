import { expect, test } from 'vitest'
import { dayAges } from './day-ages.ts'

const hour = 3_600_000
const days = [0, 24, 48, 72].map((hours) => hours * hour)

test('data is as old as it was right before the next good run, or at the end of the day', () => {
  const goodRuns = [10, 26, 30].map((hours) => hours * hour)
  expect(dayAges(goodRuns, days, 80 * hour)).toEqual([14, 18, 42, 50])
})

test('before a feed’s first good run, its data has no age', () => {
  expect(dayAges([50 * hour], days, 80 * hour)).toEqual([null, null, 22, 30])
  expect(dayAges([], days, 80 * hour)).toEqual([null, null, null, null])
})
