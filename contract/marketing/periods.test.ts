import { expect, test } from 'vitest'
import { lastMonth, periodsOf, rangeBefore } from './periods.ts'

test('last month is the calendar month before', () => {
  expect(lastMonth('2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' })
  expect(lastMonth('2026-01-01')).toEqual({ start: '2025-12-01', end: '2025-12-31' })
})

test('months and weeks from Monday, cut at the range', () => {
  expect(periodsOf({ start: '2026-10-15', end: '2026-12-02' }, 'month')).toEqual([
    { start: '2026-10-15', end: '2026-10-31' },
    { start: '2026-11-01', end: '2026-11-30' },
    { start: '2026-12-01', end: '2026-12-02' },
  ])
  // November 23, 2026 is a Monday
  expect(periodsOf({ start: '2026-11-21', end: '2026-11-30' }, 'week')).toEqual([
    { start: '2026-11-21', end: '2026-11-22' },
    { start: '2026-11-23', end: '2026-11-29' },
    { start: '2026-11-30', end: '2026-11-30' },
  ])
})

test.each([
  ['a whole month', { start: '2026-10-01', end: '2026-10-31' }, { start: '2026-09-01', end: '2026-09-30' }],
  [
    'two whole months',
    { start: '2026-02-01', end: '2026-03-31' },
    { start: '2025-12-01', end: '2026-01-31' },
  ],
  ['some days', { start: '2026-10-10', end: '2026-10-12' }, { start: '2026-10-07', end: '2026-10-09' }],
  ['a running month', { start: '2026-11-01', end: '2026-11-30' }, { start: '2026-10-01', end: '2026-10-28' }],
  ['running days', { start: '2026-11-20', end: '2026-12-09' }, { start: '2026-11-11', end: '2026-11-19' }],
])('%s is compared with as much before', (_name, range, before) => {
  expect(rangeBefore(range, '2026-11-28')).toEqual(before)
})
