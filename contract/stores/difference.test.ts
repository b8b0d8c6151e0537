import { expect, test } from 'vitest'
import { differenceOf, type ShownState } from './difference.ts'

const told: ShownState = { quantity: 5, price: '12.50', active: true, list_price: '30.00' }
const shown = (of: Partial<ShownState>) => differenceOf(told, { ...told, ...of })

test('a product’s difference between the market and what was sent is named', () => {
  expect(shown({})).toBeUndefined()
  expect(differenceOf(told, undefined)).toBe('gone')
  expect(shown({ price: '12.5' })).toBeUndefined()
  expect(shown({ price: '12.51' })).toBe('price')
  expect(shown({ quantity: 6 })).toBe('more')
  expect(shown({ quantity: 4 })).toBe('less')
  expect(shown({ active: false })).toBe('hidden')
  expect(shown({ list_price: '30' })).toBeUndefined()
  expect(shown({ list_price: '35.00' })).toBe('list')
  expect(shown({ list_price: null })).toBe('list')
})

test('the difference that would cause the worst sales comes first', () => {
  expect(shown({ price: '1.00', quantity: 6, active: false })).toBe('price')
  expect(shown({ quantity: 6, active: false })).toBe('more')
  expect(shown({ quantity: 4, active: false })).toBe('hidden')
  expect(shown({ quantity: 4, list_price: '35.00' })).toBe('list')
})

test('for a product taken off sale, it matters only whether it is still sold', () => {
  const off = { ...told, active: false }
  expect(differenceOf(off, { ...off, price: '1.00', quantity: 9 })).toBeUndefined()
  expect(differenceOf(off, { ...off, active: true })).toBe('sold')
  // of what a market doesn't say it matters whether it has some
  expect(differenceOf(off, { quantity: 5 })).toBe('sold')
  expect(differenceOf(off, { quantity: 0, price: '12.50' })).toBeUndefined()
})

test('values unknown on either side don’t count as different', () => {
  expect(differenceOf(told, {})).toBeUndefined()
  expect(
    differenceOf({ quantity: null, price: null, active: null, list_price: null }, { ...told, active: false }),
  ).toBeUndefined()
})
