import { expect, test } from 'vitest'
import { doubtsGone, fewestHeld, holdsUpdate, type UpdateCounts } from './update-gate.ts'

const bounds = { hold_zero_percent: 20, hold_price_percent: 10, price_bound_percent: 30 }
const counts = (of: Partial<UpdateCounts>): UpdateCounts => ({
  selling: 100,
  priced: 100,
  zeroed: 0,
  price_beyond: 0,
  ...of,
})

test('an update that would sell out more than its limit needs approval', () => {
  expect(holdsUpdate(counts({ zeroed: 20 }), bounds)).toEqual([])
  const fine = { ...bounds, hold_zero_percent: 0.57 }
  expect(holdsUpdate(counts({ selling: 10_000, zeroed: 57 }), fine)).toEqual([])
  expect(holdsUpdate(counts({ selling: 10_000, zeroed: 58 }), fine)).toHaveLength(1)
  expect(holdsUpdate(counts({ zeroed: 21 }), bounds)).toEqual([
    '21 of 100 products in stock would sell out (limit 20%)',
  ])
})

test('an update that would move too many prices too far needs approval', () => {
  expect(holdsUpdate(counts({ price_beyond: 10 }), bounds)).toEqual([])
  expect(holdsUpdate(counts({ price_beyond: 11 }), bounds)).toEqual([
    '11 of 100 prices would change by more than 30% (limit 10%)',
  ])
  expect(holdsUpdate(counts({ price_beyond: 11, zeroed: 50 }), bounds)).toHaveLength(2)
})

test('a few products in a small store don’t count as an accident', () => {
  const few = fewestHeld - 1
  expect(holdsUpdate(counts({ selling: few, zeroed: few, priced: few, price_beyond: few }), bounds)).toEqual(
    [],
  )
  expect(holdsUpdate(counts({ selling: fewestHeld, zeroed: fewestHeld }), bounds)).toHaveLength(1)
  expect(holdsUpdate(counts({ zeroed: fewestHeld }), { ...bounds, hold_zero_percent: 0 })).toHaveLength(1)
})

test('changes sent earlier without approval are added, and the message says so', () => {
  const none = { since: '2026-03-04T09:12:30Z', sunk: 0, zeroed: 0, price_beyond: 0, price_tipped: 0 }
  const held = (of: Partial<UpdateCounts>, sent: object) =>
    holdsUpdate(counts(of), bounds, { ...none, ...sent })
  expect(held({ selling: 85, zeroed: 5 }, { sunk: 15, zeroed: 20 })).toEqual([])
  expect(held({ selling: 85, zeroed: 6 }, { sunk: 15, zeroed: 21 })).toEqual([
    '21 of 100 products in stock would sell out, including changes sent since 09:12 UTC (limit 20%)',
  ])
  expect(held({ selling: 75 }, { sunk: 25, zeroed: 25 })).toEqual([])
  expect(held({}, { price_beyond: 11, price_tipped: 1 })).toEqual([
    '11 of 100 prices would change by more than 30%, including changes sent since 09:12 UTC (limit 10%)',
  ])
  expect(held({}, { price_beyond: 11 })).toEqual([])
  expect(held({ zeroed: 21 }, { zeroed: 30, sunk: 9 })).toEqual([
    '21 of 100 products in stock would sell out (limit 20%)',
  ])
})

test('a report that much of a store is missing is doubted', () => {
  expect(doubtsGone({ gone: 20, compared: 100 }, bounds)).toBeUndefined()
  expect(doubtsGone({ gone: 1200, compared: 1200 }, bounds)).toBe(
    '1,200 of 1,200 products are missing from the market (limit 20%), so nothing was changed. If they really are missing, resend everything.',
  )
  const few = fewestHeld - 1
  expect(doubtsGone({ gone: few, compared: few }, bounds)).toBeUndefined()
})
