import { expect, test } from 'vitest'
import { fewestHeld, holdsUpdate, type UpdateCounts } from './update-gate.ts'

const bounds = { hold_zero_percent: 20, hold_price_percent: 10, price_bound_percent: 30 }
const counts = (of: Partial<UpdateCounts>): UpdateCounts => ({
  selling: 100,
  priced: 100,
  zeroed: 0,
  price_beyond: 0,
  ...of,
})

test('an update that sells out more than its share asks a person', () => {
  expect(holdsUpdate(counts({ zeroed: 20 }), bounds)).toEqual([])
  expect(holdsUpdate(counts({ zeroed: 21 }), bounds)).toEqual([
    '21 of 100 products in stock would go to 0, more than 20 %',
  ])
})

test('an update that moves more than its share of prices too far asks a person', () => {
  expect(holdsUpdate(counts({ price_beyond: 10 }), bounds)).toEqual([])
  expect(holdsUpdate(counts({ price_beyond: 11 }), bounds)).toEqual([
    '11 of 100 prices would change by more than 30 %, more than 10 % of them',
  ])
  expect(holdsUpdate(counts({ price_beyond: 11, zeroed: 50 }), bounds)).toHaveLength(2)
})

test('a few products of a small store are no accident', () => {
  const few = fewestHeld - 1
  expect(holdsUpdate(counts({ selling: few, zeroed: few, priced: few, price_beyond: few }), bounds)).toEqual(
    [],
  )
  expect(holdsUpdate(counts({ selling: fewestHeld, zeroed: fewestHeld }), bounds)).toHaveLength(1)
  expect(holdsUpdate(counts({ zeroed: fewestHeld }), { ...bounds, hold_zero_percent: 0 })).toHaveLength(1)
})
