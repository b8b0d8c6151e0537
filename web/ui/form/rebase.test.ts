import { expect, test } from 'vitest'
import { partsChanged, rebase, withPart, same } from './rebase.ts'

test('a merge keeps one’s own changes and takes in others’, and one’s own win a conflict', () => {
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
  expect(rebase(opened, typed, saved)).toEqual({
    mine: 2,
    theirs: 3,
    both: 2,
    list: [1, 3],
    kept: 'x',
    fresh: 4,
  })
})

test('a part one removed stays removed, even inside other parts', () => {
  const opened = { a: { x: 1, y: 1 }, b: 1 }
  expect(rebase(opened, { a: { x: 1 } }, { a: { x: 2, y: 1 }, b: 1 } as object)).toEqual({ a: { x: 2 } })
})

test.each([
  ['opened', 'text', { mine: 1 }, { theirs: 1 }],
  ['opened', null, { mine: 1 }, { theirs: 1 }],
  ['typed', { mine: 0 }, 'text', { theirs: 1 }],
  ['typed', { mine: 0 }, null, { theirs: 1 }],
  ['saved', { mine: 0 }, { mine: 1 }, 'text'],
  ['saved', { mine: 0 }, { mine: 1 }, null],
  ['all', [1], [2], [3]],
])('a value that isn’t an object stays as typed: %s', (_what, opened, typed, saved) => {
  expect(rebase<unknown>(opened, typed, saved)).toEqual(typed)
})

test('every changed part is listed once, and conflicts only if both changed it differently', () => {
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

test('setting one part leaves the others unchanged', () => {
  expect(withPart({ a: { x: 1, y: 2 }, b: 3 }, ['a', 'y'], 9)).toEqual({ a: { x: 1, y: 9 }, b: 3 })
  expect(withPart({ a: 1 }, [], { b: 2 })).toEqual({ b: 2 })
})

test('objects are equal in any key order, but lists only in the same order', () => {
  expect(same([{ from: 'a', field: 'sku' }], [{ field: 'sku', from: 'a' }])).toBe(true)
  expect(same({ list: ['a', 'b'] }, { list: ['b', 'a'] })).toBe(false)
  expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false)
})
