import { expect, test } from 'vitest'
import type { TriedFile } from '#contract/feeds/file-back-test.ts'
import { isOtherwise, triedText } from './kept-files.ts'

const file = (was: string, is: TriedFile['is']): TriedFile => ({
  feed_run_id: 1,
  tm: '2026-11-01T00:00:00Z',
  name: 'a.csv',
  was,
  is,
  sentence: '',
  rows_read: 1,
  rows_rejected: 0,
  created: 0,
  updated: 0,
  deleted: 0,
  products: 1,
})

test('the result of testing other settings is summed up by how many files change', () => {
  expect(triedText([file('applied', 'first'), file('applied', 'applied')])).toBe(
    'None of 2 files would be held or rejected.',
  )
  expect(triedText([file('applied', 'first'), file('held', 'held')])).toBe(
    '1 of 2 files would be held or rejected, as before.',
  )
  expect(triedText([file('held', 'held'), file('rejected', 'rejected')])).toBe(
    '2 of 2 files would be held or rejected, as before.',
  )
  expect(triedText([file('applied', 'held'), file('unchanged', 'rejected'), file('held', 'applied')])).toBe(
    '2 of 3 files would be held or rejected; 2 passed before, 1 held or rejected before would pass.',
  )
  expect(triedText([file('discarded', 'applied'), file('held', 'unchanged')])).toBe(
    'None of 2 files would be held or rejected; 2 held or rejected before would pass.',
  )
})

test('a file’s outcome differs if it passed and would be stopped, or the reverse', () => {
  expect(isOtherwise(file('applied', 'unchanged'))).toBe(false)
  expect(isOtherwise(file('rolled_back', 'held'))).toBe(false)
  expect(isOtherwise(file('applied', 'rejected'))).toBe(true)
  expect(isOtherwise(file('superseded', 'first'))).toBe(true)
})
