import { expect, test } from 'vitest'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { shownOf } from './shown-read.ts'

const read = (file: string | undefined) => ({ feedPreview: {} as FeedPreview, readSettings: { file } })
const upload = (id: string) => ({ kind: 'upload', file: [{ id, name: 'list.csv', bytes: 1 }] }) as const

test('a newly uploaded file doesn’t show what was read of the file before', () => {
  const [first, last] = [read('a'), read('saved')]
  expect(shownOf(upload('a'), first, last)).toBe(first)
  expect(shownOf(upload('b'), first, last)).toBeUndefined()
  expect(shownOf(upload('saved'), first, last)).toBe(last)
  expect(shownOf(upload('b'), null, undefined)).toBeUndefined()
  expect(shownOf({ kind: 'http', file: [] }, first, last)).toBe(first)
})
