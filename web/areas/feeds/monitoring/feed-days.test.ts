import { expect, test } from 'vitest'
import type { FeedDay } from '#contract/feeds/feed-days.ts'
import { agePoints, checkPoints, daysAnswer, limitMarks, sinceFirstRun } from './feed-days.ts'

const day = (values: Partial<FeedDay>): FeedDay => ({
  day: '2026-11-28',
  passed: 0,
  held: 0,
  rejected: 0,
  worst: null,
  check: null,
  verdict: null,
  feed_run_id: null,
  age_hours: null,
  ...values,
})

test('a feed’s days are summed up in a sentence', () => {
  const days = [day({ passed: 3, held: 1, age_hours: 30 }), day({ rejected: 2, age_hours: 12 }), day({})]
  expect(daysAnswer(days, 24)).toBe(
    '3 of 6 runs passed, 1 held, 2 rejected. Data exceeded its limit on 1 day.',
  )
  expect(daysAnswer(days, 48)).toContain('Data was always within its limit.')
  expect(daysAnswer([day({})], 24)).toBe('No runs in the last 1 days.')
})

test('a day’s bar has the color of its verdict, and a day without a check has none', () => {
  const days = [day({ worst: 333, verdict: 'held', check: 'Products missing' }), day({})]
  expect(checkPoints(days)).toMatchObject([
    { Passed: null, Held: 333, Check: 'Products missing' },
    { Passed: null, Held: null, Check: null },
  ])
})

test('data exactly at its limit is within it', () => {
  expect(agePoints([day({ age_hours: 24 }), day({ age_hours: 24.1 })], 24)).toMatchObject([
    { 'Within limit': 24, 'Over limit': null },
    { 'Within limit': null, 'Over limit': 24.1 },
  ])
})

test('the axis has the limit and reaches the worst check', () => {
  expect(limitMarks([day({ worst: 40 }), day({})])).toEqual([0, 100, 200])
  expect(limitMarks([day({ worst: 333 })])).toEqual([0, 100, 200, 400])
  expect(limitMarks([day({ worst: 999 })])).toEqual([0, 100, 500, 1000])
})

test('days before the first run aren’t drawn, but two weeks always are', () => {
  const quiet = Array.from({ length: 60 }, () => day({}))
  const busy = Array.from({ length: 30 }, () => day({ passed: 1 }))
  expect(sinceFirstRun([...quiet, ...busy])).toHaveLength(30)
  expect(sinceFirstRun([...quiet, day({ passed: 1 })])).toHaveLength(14)
})
