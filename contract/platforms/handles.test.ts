import { expect, test } from 'vitest'
import { freeHandle, handleOf, handleShape, isReserved } from './handles.ts'

test.each([
  ['Big Commerce', 'big_commerce'],
  ['  API   key (v2) ', 'api_key_v2'],
  ['Straße №7', 'straße_7'],
  ['a__b', 'a_b'],
  ['!!!', ''],
  ['x'.repeat(150), 'x'.repeat(100)],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
])('%j has the handle %j', (name, handle) => {
  expect(handleOf(name)).toBe(handle)
})

test.each([
  ['api_key', true],
  ['a', true],
  ['_a', false],
  ['a_', false],
  ['a__b', false],
  ['a b', false],
  ['', false],
])('%j is a valid handle: %s', (handle, is) => {
  expect(handleShape.test(handle)).toBe(is)
})

test('a handle that is taken gets the next free number', () => {
  expect(freeHandle('API key', new Set())).toBe('api_key')
  expect(freeHandle('API key', new Set(['api_key']))).toBe('api_key_2')
  expect(freeHandle('API key', new Set(['api_key', 'api_key_2']))).toBe('api_key_3')
  expect(freeHandle('?', new Set(['field']))).toBe('field_2')
})
test('names of built-in properties can’t be handles', () => {
  expect(isReserved('constructor')).toBe(true)
  expect(isReserved('api_key')).toBe(false)
  expect(freeHandle('Constructor', new Set())).toBe('constructor_2')
})
