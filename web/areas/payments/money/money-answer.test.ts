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
  stopped_run: null,
  reconciled_tm: null,
  second_person_above: null,
}
const said = (...given: Parameters<typeof moneyAnswer>) => {
  const { before, loud = '', after = '' } = moneyAnswer(...given)
  return before + loud + after
}

test('the summary starts with failed checks of the books, then what is waiting', () => {
  const one = [{}] as never
  expect(said(books([0, 2, 0]), { ...nothing, approvals: one })).toBe('1 of 3 ledger checks failed.')
  expect(said(books([0, 0]), { ...nothing, approvals: one })).toBe(
    'All 2 ledger checks passed. 1 approval needs attention.',
  )
  expect(said(books([0, 0]), { ...nothing, approvals: one, disputes: one })).toBe(
    'All 2 ledger checks passed. 1 approval, 1 open dispute need attention.',
  )
  expect(said(books([0, 0]), { ...nothing, set_aside: one })).toBe(
    'All 2 ledger checks passed. 1 failed renewal needs attention.',
  )
  expect(said(books([0, 0]), { ...nothing, approvals: one, stopped_run: {} as never })).toBe(
    'Renewals are stopped: they would charge more than usual.',
  )
  expect(said(books([0, 0]), nothing)).toBe('All 2 ledger checks passed. Nothing needs attention.')
})
