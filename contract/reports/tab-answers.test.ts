import { expect, test } from 'vitest'
import type { MrrFigures } from './customers.ts'
import { churnAnswer } from './tab-answers.ts'

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
