import { expect, test } from 'vitest'
import { rebased } from './rebased.ts'

test('what one has changed oneself stays, what others changed is taken in, and where both did one’s own stays', () => {
  const opened = { mine: 1, theirs: 1, both: 1, list: [1], kept: 'x' }
  const typed = { mine: 2, theirs: 1, both: 2, list: [1], kept: 'x' }
  const saved: typeof opened & { fresh?: number } = {
    mine: 1,
    theirs: 3,
    both: 3,
    list: [1, 3],
    kept: 'x',
    fresh: 4,
  }
  expect(rebased(opened, typed, saved)).toEqual({
    mine: 2,
    theirs: 3,
    both: 2,
    list: [1, 3],
    kept: 'x',
    fresh: 4,
  })
})
