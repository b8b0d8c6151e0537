import { expect, test } from 'vitest'
import { pausesOfCharge, suppliersInWords } from './my-pauses.ts'

const uses = { suppliers: 10, to_end: 0, to_freeze: 0, frozen: 0, frozen_to_end: 0 }

test('suppliers are counted by status, and by what the next charge pauses', () => {
  expect(suppliersInWords(uses)).toBe('10')
  expect(suppliersInWords({ ...uses, frozen: 1 })).toBe('10, 1 paused')
  expect(suppliersInWords({ ...uses, to_end: 2, to_freeze: 1, frozen: 2, frozen_to_end: 1 })).toBe(
    '10 (2 ending, 1 pausing), 2 paused (1 ending)',
  )
})

test('a charge whose pauses differ from today’s explains why', () => {
  expect(pausesOfCharge({ ...uses, frozen: 2 }, '2026-12-03')).toEqual([])
  expect(pausesOfCharge({ ...uses, to_freeze: 1, frozen: 1 }, '2026-12-03')).toEqual([
    '1 supplier pauses on 12/3/26; the pause fee is included.',
  ])
  expect(pausesOfCharge({ ...uses, to_freeze: 2, frozen: 3, frozen_to_end: 2 }, null)).toEqual([
    '2 suppliers pause with your next charge; the pause fees are included.',
    '2 paused suppliers end with your next charge; the pause fees aren’t included.',
  ])
})
