import { expect, test } from 'vitest'
import { partsChanged, rebased, withPart, same } from './rebased.ts'

test('what one has changed stays, what others changed is taken in; where both did one’s own stays', () => {
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

test('each part that either has changed is named once, and is a clash only where both did, otherwise', () => {
  const opened = { a: 1, b: { x: 1, y: 1, z: 1 }, list: [1], kept: 1 }
  const typed = { a: 2, b: { x: 2, y: 2, z: 1 }, list: [1], kept: 1 }
  const saved = { a: 1, b: { x: 3, y: 2, z: 3 }, list: [2], kept: 1 }
  expect(partsChanged(opened, typed, saved).map(({ path, clash }) => [path.join('.'), clash])).toEqual([
    ['a', false],
    ['b.x', true],
    ['b.y', false],
    ['b.z', false],
    ['list', false],
  ])
})

test('one part is put in its place, and the others stay', () => {
  expect(withPart({ a: { x: 1, y: 2 }, b: 3 }, ['a', 'y'], 9)).toEqual({ a: { x: 1, y: 9 }, b: 3 })
  expect(withPart({ a: 1 }, [], { b: 2 })).toEqual({ b: 2 })
})

test('an object is the same in whatever order its keys come, a list is not', () => {
  expect(same([{ from: 'a', field: 'sku' }], [{ field: 'sku', from: 'a' }])).toBe(true)
  expect(same({ list: ['a', 'b'] }, { list: ['b', 'a'] })).toBe(false)
  expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false)
})
