import { expect, test } from 'vitest'
import { differenceOf, type Stands } from './difference.ts'

const told: Stands = { quantity: 5, price: '12.50', active: true }
const shown = (of: Partial<Stands>) => differenceOf(told, { ...told, ...of })

test('how a market shows a product otherwise than it was told', () => {
  expect(shown({})).toBeUndefined()
  expect(differenceOf(told, undefined)).toBe('gone')
  expect(shown({ price: '12.5' })).toBeUndefined()
  expect(shown({ price: '12.51' })).toBe('price')
  expect(shown({ quantity: 6 })).toBe('more')
  expect(shown({ quantity: 4 })).toBe('less')
  expect(shown({ active: false })).toBe('hidden')
})

test('what would sell wrongly comes first', () => {
  expect(shown({ price: '1.00', quantity: 6, active: false })).toBe('price')
  expect(shown({ quantity: 6, active: false })).toBe('more')
  expect(shown({ quantity: 4, active: false })).toBe('hidden')
})

test('of what was taken from sale it only matters whether it is sold', () => {
  const off = { ...told, active: false }
  expect(differenceOf(off, { ...off, price: '1.00', quantity: 9 })).toBeUndefined()
  expect(differenceOf(off, { ...off, active: true })).toBe('sold')
})

test('what isn’t known of both doesn’t differ', () => {
  expect(differenceOf(told, {})).toBeUndefined()
  expect(
    differenceOf({ quantity: null, price: null, active: null }, { ...told, active: false }),
  ).toBeUndefined()
})
