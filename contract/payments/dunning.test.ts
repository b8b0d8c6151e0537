import { expect, test } from 'vitest'
import { isHardDecline, lastTry, nextTry } from './dunning.ts'

test('a card is retried 1, 3, 5 and 7 days after its invoice, then no more', () => {
  expect(
    ['2030-01-31', '2030-02-01', '2030-02-03', '2030-02-05', '2030-02-07'].map((today, i) =>
      nextTry('2030-01-31', i + 1, today),
    ),
  ).toEqual(['2030-02-01', '2030-02-03', '2030-02-05', '2030-02-07', null])
})

test('a late retry doesn’t count as the second of its day', () => {
  expect(nextTry('2030-01-31', 1, '2030-02-01')).toBe('2030-02-02')
  expect(nextTry('2030-01-31', 2, '2030-02-03')).toBe('2030-02-04')
  expect(nextTry('2030-01-31', 2, '2030-02-27')).toBe('2030-02-28')
})

test('the last retry is 7 days after the invoice, or later if the retries run late', () => {
  expect(lastTry('2030-01-31', '2030-02-01', 4)).toBe('2030-02-07')
  expect(lastTry('2030-01-31', '2030-02-07', 1)).toBe('2030-02-07')
  expect(lastTry('2030-01-31', '2030-02-10', 3)).toBe('2030-02-12')
  expect(lastTry('2030-01-31', '2030-02-10', 1)).toBe('2030-02-10')
})

test('a card that its bank has blocked is told apart from one that may work another day', () => {
  expect(['lost_card', 'stolen_card', 'pickup_card'].every(isHardDecline)).toBe(true)
  expect(['insufficient_funds', 'generic_decline', null].some(isHardDecline)).toBe(false)
})
