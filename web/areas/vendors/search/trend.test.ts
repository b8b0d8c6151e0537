import { expect, test } from 'vitest'
import { activePoints, activeText, dayAt, daysOf, newText, periodName, placeOf } from './trend.ts'

const at = Date.parse('2026-11-22T00:00:30Z')
const trend = (now: number, ...days: [string, number][]) => ({
  kept_since: days[0]?.[0] ?? null,
  now,
  days: days.map(([day, users]) => ({ day, users })),
})

test('today shows the current count instead of the one from midnight', () => {
  expect(activePoints(trend(9, ['2026-11-20', 4], ['2026-11-22', 5]), at)).toEqual([
    { day: '2026-11-20', users: 4 },
    { day: '2026-11-22', users: 9 },
  ])
})

test('a day keeps its position in the range across a month boundary', () => {
  expect(placeOf('2026-11-22', 30, at)).toBe(29)
  expect(placeOf('2026-10-24', 30, at)).toBe(0)
  expect(dayAt(0, 30, at)).toBe('2026-10-24')
  expect(dayAt(29, 30, at)).toBe('2026-11-22')
})

test('the summary compares now with the first counted day', () => {
  expect(activeText(trend(1412, ['2026-10-24', 1380]), at)).toBe(
    '1,412 active vendors now, 32 more than on 10/24/26',
  )
  expect(activeText(trend(1, ['2026-10-24', 3]), at)).toBe('1 active vendor now, 2 fewer than on 10/24/26')
  expect(activeText(trend(3, ['2026-10-24', 3]), at)).toBe('3 active vendors now, same as on 10/24/26')
  expect(activeText(trend(3, ['2026-11-22', 3]), at)).toBe(
    '3 active vendors now; daily numbers since 11/22/26',
  )
  expect(activeText(trend(0), at)).toBe('0 active vendors now; daily numbers since 11/22/26')
})

test('new vendors are counted in total and for the current period', () => {
  const periods = [
    { day: '2026-11-09', users: 12 },
    { day: '2026-11-16', users: 1 },
  ]
  expect(newText({ by: 'week', periods })).toBe('13 new vendors since 11/9/26, 1 this week')
  expect(periodName('week', '2026-11-16')).toBe('Week of 11/16/26')
  expect(periodName('month', '2026-11-01')).toBe('November 2026')
})

test('a period’s first and last day are right at a month’s end and in a leap year', () => {
  expect(daysOf('week', '2026-10-26')).toEqual({ since: '2026-10-26', until: '2026-11-01' })
  expect(daysOf('month', '2026-12-01')).toEqual({ since: '2026-12-01', until: '2026-12-31' })
  expect(daysOf('month', '2028-02-01')).toEqual({ since: '2028-02-01', until: '2028-02-29' })
})
