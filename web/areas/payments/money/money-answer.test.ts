import { expect, test } from 'vitest'
import type { Books, MoneyWaiting } from '#contract/payments/books.ts'
import { checksText, moneyAnswer } from './money-answer.ts'

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
const sums = { months: [{ month: '2030-11-01', charged: '312410.00' }], accounts: [] } as never
const noSums = { months: [], accounts: [] }
const owed = { invoices: 107, open: '27648.30', ages: [], failing_cards: 14 }
const nothingOwed = { invoices: 0, open: '0.00', ages: [], failing_cards: 0 }
const said = (
  checks: Books,
  waiting: MoneyWaiting,
  month: Parameters<typeof moneyAnswer>[2] = noSums,
  aging: Parameters<typeof moneyAnswer>[3] = nothingOwed,
) => {
  const { before, loud = '', after = '' } = moneyAnswer(checks, waiting, month, aging)
  return before + loud + after
}

test('the summary starts with what was collected and is owed', () => {
  expect(said(books([0]), nothing, sums, owed)).toBe(
    '$312,410 collected in November, $27,648.30 owed on 107 invoices, 14 cards failing. Nothing needs attention.',
  )
  expect(said(books([0]), nothing, sums, { ...owed, invoices: 1, failing_cards: 1 })).toContain(
    'owed on 1 invoice, 1 card failing.',
  )
  expect(said(books([0]), nothing)).toBe('Nothing owed. Nothing needs attention.')
})

test('then it names failed checks of the books, or how much is waiting', () => {
  const one = [{}] as never
  expect(said(books([0, 2, 0]), { ...nothing, approvals: one })).toBe(
    'Nothing owed. 1 of 3 ledger checks failed.',
  )
  expect(said(books([0]), { ...nothing, approvals: one })).toBe('Nothing owed. 1 item needs attention.')
  expect(said(books([0]), { ...nothing, approvals: one, disputes: one, set_aside: one })).toBe(
    'Nothing owed. 3 items need attention.',
  )
  const flagged = [{ flagged_tm: null }, { flagged_tm: '2030-01-01T00:00:00Z' }] as never
  expect(said(books([0]), { ...nothing, under_way: flagged, differences: one })).toBe(
    'Nothing owed. 2 items need attention.',
  )
  expect(said(books([0, 0]), { ...nothing, approvals: one, stopped_run: {} as never })).toBe(
    'Nothing owed. Renewals are stopped: they would charge more than usual.',
  )
})

test('the ledger’s checks say how many passed', () => {
  expect(checksText(books([0, 0]))).toBe('All 2 ledger checks passed.')
  expect(checksText(books([0, 3]))).toBe('1 of 2 ledger checks passed.')
  expect(checksText({ ...books([]), checked_tm: null })).toBe('No ledger checks yet.')
})
