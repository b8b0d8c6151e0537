import { expect, test } from 'vitest'
import type { Books, MoneyWaiting } from '#contract/payments/books.ts'
import { moneyAnswer } from './money-answer.ts'

const books = (broken: number[]): Books => ({
  checked_tm: '2030-01-01T00:00:00Z',
  checks: broken.map((n, i) => ({ name: `${i}`, text: 'It', broken: n, broken_since: null, rows: [] })),
})
const nothing: MoneyWaiting = {
  under_way: [],
  approvals: [],
  disputes: [],
  differences: [],
  set_aside: [],
  reconciled_tm: null,
  second_person_above: null,
}
const said = (...given: Parameters<typeof moneyAnswer>) => {
  const { before, loud = '', after = '' } = moneyAnswer(...given)
  return before + loud + after
}

test('the summary starts with failed checks of the books, then what is waiting', () => {
  const one = [{}] as never
  expect(said(books([0, 2, 0]), { ...nothing, approvals: one })).toBe(
    'The books aren’t sound: 1 of 3 things that must hold doesn’t.',
  )
  expect(said(books([0, 0]), { ...nothing, approvals: one })).toBe(
    'The books are sound: all 2 things that must hold do; 1 act to be agreed to waits.',
  )
  expect(said(books([0, 0]), { ...nothing, approvals: one, disputes: one })).toBe(
    'The books are sound: all 2 things that must hold do; 1 act to be agreed to, 1 open dispute wait.',
  )
  expect(said(books([0, 0]), { ...nothing, set_aside: one })).toBe(
    'The books are sound: all 2 things that must hold do; 1 renewal that can’t be done waits.',
  )
  expect(said(books([0, 0]), nothing)).toBe(
    'The books are sound: all 2 things that must hold do; nothing waits for a person.',
  )
})
