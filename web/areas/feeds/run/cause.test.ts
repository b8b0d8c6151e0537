import { expect, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { causeText } from './cause.ts'

const textOf = (run: Partial<FeedRun>) =>
  causeText({
    state: 'held',
    decision: null,
    rows_read: 732,
    rows_usual: [1551, 1604],
    ends_in_line: false,
    ...run,
  })

test('a held file that ends early says where, and where files usually end', () => {
  expect(textOf({})).toBe('The file ends at row 732; usually 1,551 to 1,604.')
  expect(textOf({ ends_in_line: true })).toBe(
    'The file ends at row 732, in the middle of a line; usually 1,551 to 1,604. It was probably cut off.',
  )
  expect(textOf({ rows_read: 4000, rows_usual: [1600, 1600] })).toBe(
    'The file has 4,000 rows; usually 1,600.',
  )
})
test('a file of the usual length, the first one, and a run that is fine say nothing', () => {
  expect(textOf({ rows_read: 1500 })).toBe('')
  expect(textOf({ rows_read: 1700 })).toBe('')
  expect(textOf({ rows_usual: null })).toBe('')
  expect(textOf({ state: 'applied' })).toBe('')
})
