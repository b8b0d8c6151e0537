import { expect, test } from 'vitest'
import type { JudgedRun } from '#contract/feeds/expectations.ts'
import { testedText, timesOf, turnOf } from './back-test-words.ts'

const run = (feed_run_id: number, was: JudgedRun['was'], is: JudgedRun['is'], sentence = ''): JudgedRun => ({
  feed_run_id,
  tm: '2026-11-22T10:00:00Z',
  state: 'applied',
  was,
  is,
  expected: false,
  sentence,
  worst: { name: 'lost', label: 'Products missing', value: 30, hold: 15 },
})

test('a test of limits says how many runs would be held, and the newest of them', () => {
  const runs = [
    run(7, 'apply', 'hold', '60 of 100 products are missing.'),
    run(8, 'apply', 'apply'),
    run(9, 'hold', 'hold', '90 of 100 products are missing.'),
  ]
  expect(testedText(runs)).toBe(
    '2 of the last 3 checked runs would be held (currently 1). Latest: run 7, 60 of 100 products are missing.',
  )
  expect(testedText(runs.slice(1))).toBe(
    '1 of the last 2 checked runs would be held. Latest: run 9, 90 of 100 products are missing.',
  )
  expect(testedText([run(8, 'hold', 'apply'), run(9, 'apply', 'apply')])).toBe(
    'None of the last 2 checked runs would be held (currently 1).',
  )
  expect(testedText([run(9, 'apply', 'apply')])).toBe('The last checked run would not be held.')
})

test('runs that pass are below the line and held ones above it', () => {
  expect(timesOf(run(1, 'apply', 'hold'))).toBe(2)
  expect(timesOf(run(1, 'apply', 'apply'))).toBeLessThan(1)
  expect(timesOf({ worst: null, is: 'hold' })).toBeGreaterThan(1)
  expect(timesOf({ worst: null, is: 'apply' })).toBe(0)
})

test('a run whose outcome would change is distinguished from one that stays the same', () => {
  expect(turnOf({ was: 'apply', is: 'hold' })).toBe('now-held')
  expect(turnOf({ was: 'hold', is: 'apply' })).toBe('now-passes')
  expect(turnOf({ was: 'hold', is: 'hold' })).toBe('held')
})
