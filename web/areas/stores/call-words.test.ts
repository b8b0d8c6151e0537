import { expect, test } from 'vitest'
import type { Allowance } from '#contract/stores/calls.ts'
import { allowanceSentence, partsInWords } from './call-words.ts'

const allowance = (of: Partial<Allowance>): Allowance => ({
  name: 'prices',
  unit: 'feeds',
  limit: 10,
  seconds: 3600,
  used: 0,
  waiting: 0,
  opens_tm: null,
  ...of,
})

test('a rate limit says how much is used, what is waiting, and when it has room', () => {
  expect(allowanceSentence(allowance({ used: 4 }), false)).toBe('4 of 10 feeds per hour; available')
  expect(allowanceSentence(allowance({ unit: 'requests', limit: 150, seconds: 30, waiting: 1 }), false)).toBe(
    '0 of 150 requests per 30 s; 1 product waiting; available',
  )
  expect(
    allowanceSentence(allowance({ used: 10, waiting: 2000, opens_tm: '2026-11-23T10:05:00Z' }), false),
  ).toMatch(/^10 of 10 feeds per hour; 2,000 products waiting; available again at .*\d\d:\d\d/)
})

test('the parts sent in a call are listed in words', () => {
  expect(partsInWords('content price quantity')).toBe('description, price, quantity')
})
