import { expect, test } from 'vitest'
import type { MrrFigures } from './customers.ts'
import {
  affiliatesAnswer,
  churnAnswer,
  recurringRevenueAnswer,
  statusChangesAnswer,
  truthAnswer,
} from './tab-answers.ts'

const figures: MrrFigures = {
  start: '2026-10-01',
  end: '2026-10-31',
  opening: '400000.00',
  opening_vendors: 1515,
  closing: '410000.00',
  closing_vendors: 1540,
  movements: [
    { kind: 'churn_canceled', amount: '-10000.00', vendors: 40, same_period: 9 },
    { kind: 'churn_unpaid', amount: '-3729.72', vendors: 15, same_period: 0 },
  ],
  arpa: '266.23',
  vendor_churn: 33 / 1515,
  gross_churn: 0.03,
  net_churn: 0.01,
}

test('the rate is said with the vendors it counts, who aren’t all that churned', () => {
  expect(churnAnswer({ figures, total: 55 })).toBe(
    '55 vendors churned in Oct 2026 with $13,729.72 MRR; 33 of 1,515 who paid before it had left by 10/31/26 (2.2%). ' +
      'MRR is $410,000 of 1,540 vendors on 10/31/26.',
  )
  expect(churnAnswer({ figures: { ...figures, vendor_churn: null }, total: 1 })).toMatch(
    /^1 vendor churned in Oct 2026 with \$13,729\.72 MRR\. MRR is/,
  )
  expect(churnAnswer({ figures, total: 0 })).toMatch(/^No vendors churned in Oct 2026\./)
})

const recurring = (vendors: number, opening: string) =>
  recurringRevenueAnswer({ months: [{ month: '2026-11-01', opening, closing: '405.00', vendors } as never] })
const status = (changes: number) =>
  statusChangesAnswer({
    start: '2026-10-01',
    end: '2026-10-31',
    counts: changes === 0 ? [] : [{ from_id: 0, to_id: 1, changes }],
  })
const affiliates = (referred: number) =>
  affiliatesAnswer({
    start: '2026-10-01',
    affiliates: [{ kept: '135.00', referred, discount: '15.00' } as never],
  })
const truth = (actual: string, isRunning = true, goal: string | null = null) =>
  truthAnswer({
    view: 'weekly',
    periods: [{ start: '2026-10-06T04:00:34.000Z', week: 444, is_running: isRunning } as never],
    rows: [{ which: 'new_paying', owner: null, cells: [{ actual, goal: goal && { text: goal } } as never] }],
  })

test.each([
  [recurring(1, '405.00'), '$405 a month from 1 paying vendor, unchanged since Nov 2026 started.'],
  [recurring(4, '400.00'), '$405 a month from 4 paying vendors, up $5 since Nov 2026 started.'],
  [recurring(0, '455.00'), '$405 a month from 0 paying vendors, down $50 since Nov 2026 started.'],
  [status(0), 'No vendor’s status changed in Oct 2026.'],
  [status(1), '1 status change in Oct 2026: 1 from Free to Active, 0 suspended, 0 canceled.'],
  [status(2), '2 status changes in Oct 2026: 2 from Free to Active, 0 suspended, 0 canceled.'],
  [affiliates(1), '$135 kept in Oct 2026 from 1 referred vendor, $15 given in discounts.'],
  [affiliates(2), '$135 kept in Oct 2026 from 2 referred vendors, $15 given in discounts.'],
  [truth('1'), '1 new paying vendor this week so far. No goal is set.'],
  [truth('2', true, '12'), '2 new paying vendors this week so far, the goal is 12.'],
  [truth('10', false, '12'), '10 new paying vendors in week 444, the goal is 12.'],
])('%s', (answer, text) => expect(answer).toBe(text))
