import { expect, test } from 'vitest'
import { pausesOfCharge, suppliersInWords } from './my-pauses.ts'

const uses = { suppliers: 10, to_end: 0, to_freeze: 0, frozen: 0, frozen_to_end: 0 }

test('suppliers are counted by status, and by what the next charge pauses', () => {
  expect(suppliersInWords(uses)).toBe('10')
  expect(suppliersInWords({ ...uses, frozen: 1 })).toBe('10; 1 paused')
  expect(suppliersInWords({ ...uses, to_end: 2, to_freeze: 1, frozen: 2, frozen_to_end: 1 })).toBe(
    '10, of them 2 to end and 1 to be paused; 2 paused, of them 1 to end',
  )
})

test('a charge whose pauses differ from today’s explains why', () => {
  expect(pausesOfCharge({ ...uses, frozen: 2 }, '2026-12-03')).toEqual([])
  expect(pausesOfCharge({ ...uses, to_freeze: 1, frozen: 1 }, '2026-12-03')).toEqual([
    '1 supplier is still active and is paused on 12/3/26: the pause is in this charge.',
  ])
  expect(pausesOfCharge({ ...uses, to_freeze: 2, frozen: 3, frozen_to_end: 2 }, null)).toEqual([
    '2 suppliers are still active and are paused with your next charge: the pause is in this charge.',
    '2 paused suppliers end with your next charge: this charge has no pause of them.',
  ])
})
