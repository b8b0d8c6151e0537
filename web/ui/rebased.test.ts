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

test('what one has taken out oneself stays out, also within parts', () => {
  const opened = { a: { x: 1, y: 1 }, b: 1 }
  expect(rebased(opened, { a: { x: 1 } }, { a: { x: 2, y: 1 }, b: 1 } as object)).toEqual({ a: { x: 2 } })
})

test.each([
  ['opened', 'text', { mine: 1 }, { theirs: 1 }],
  ['opened', null, { mine: 1 }, { theirs: 1 }],
  ['typed', { mine: 0 }, 'text', { theirs: 1 }],
  ['typed', { mine: 0 }, null, { theirs: 1 }],
  ['saved', { mine: 0 }, { mine: 1 }, 'text'],
  ['saved', { mine: 0 }, { mine: 1 }, null],
  ['all', [1], [2], [3]],
])('what has no parts stays as one has typed it: %s', (_what, opened, typed, saved) => {
  expect(rebased<unknown>(opened, typed, saved)).toEqual(typed)
})
