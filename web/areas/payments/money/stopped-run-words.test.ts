import { expect, test } from 'vitest'
import type { StoppedRun } from '#contract/payments/renewal-stops.ts'
import { figureRows, nextText, stoppedText } from './stopped-run-words.ts'

const run: StoppedRun = {
  renewal_stop_id: 1,
  day: '2030-01-31',
  state: 'stopped',
  insert_tm: '2030-01-31T00:00:00Z',
  invoices: { now: 2016, most: 158 },
  amount: { now: '468748.21', most: '30000.00' },
  percent: { now: 77, most: 20 },
  days: { now: 1, most: 3 },
  agreed: [],
  refused_by: null,
  refused_tm: null,
  reason: null,
}
const pat = { name: 'Pat', tm: '2030-01-31T00:00:00Z', own: false }

test('a stopped run says what it would charge, and which figures are over the usual', () => {
  expect(stoppedText(run)).toBe(
    'Today’s renewals come to 2,016 invoices, $468,748.21. That is more than usual.',
  )
  expect(figureRows(run).map(({ name, now, most, isOver }) => [name, now, most, isOver])).toEqual([
    ['Invoices', '2,016', '158', true],
    ['Amount', '$468,748.21', '$30,000', true],
    ['Share of active vendors', '77%', '20%', true],
    ['Since the last complete run', '1 day', '3 days', false],
  ])
  expect(figureRows({ ...run, days: { now: null, most: 3 } })[3]).toMatchObject({
    now: 'First run',
    isOver: false,
  })
})

test('a stopped run says who must still approve', () => {
  expect(nextText(run)).toBe('Nothing is charged until two people approve.')
  expect(nextText({ ...run, agreed: [pat] })).toBe(
    'Pat approved. One more person must approve before anything is charged.',
  )
  expect(nextText({ ...run, agreed: [{ ...pat, own: true }] })).toBe(
    'You approved. One more person must approve before anything is charged.',
  )
  expect(nextText({ ...run, state: 'refused', refused_by: 'Pat' })).toContain('Rejected by Pat.')
})
