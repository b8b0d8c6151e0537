import { expect, test } from 'vitest'
import { filterWords } from './filter-words.ts'

test('filters of a money list are described as on its screen', () => {
  expect(filterWords({ type: 3, for: 2, state: 'refunded_in_part', page: 4 })).toBe(
    'for Set-up, state Partially refunded, type Refund',
  )
  expect(filterWords({ kind: 'credit_note', age: 'two_months', state: 'written_off', search: '' })).toBe(
    'age 31–60 days, kind Credit note, state Written off',
  )
})
test('days of a report and seconds of a job are both moments', () => {
  expect(filterWords({ start: '2026-10-01', end: '2026-10-31' })).toBe('from 2026-10-01, until 2026-10-31')
  expect(filterWords({ start: 1_790_000_000 })).toBe('from 2026-09-21T14:13 UTC')
})
test('a filter without its own words is shown unchanged', () => {
  expect(filterWords({ type: 'Note', kind: 'other', state: 7 })).toBe('kind other, state 7, type Note')
})
