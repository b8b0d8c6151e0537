import { expect, test } from 'vitest'
import { monthlyRevenueAnswer } from './answers.ts'

const kept = (amount: string, before: string) =>
  monthlyRevenueAnswer(
    { months: [{ kept: amount } as never], today: '2026-11-26', same_days: { before, year_before: '0.00' } },
    undefined,
  )

test('what was kept is compared with the same days of last month', () => {
  expect(kept('970.00', '1000.00')).toBe(
    '$970 kept in Nov 2026 so far, 3.0% less than Oct 2026 until the same day.',
  )
  expect(kept('1005.00', '1000.00')).toContain(', 0.5% more than Oct 2026 until the same day.')
  expect(kept('1000.00', '1000.00')).toContain(', as much as Oct 2026 until the same day.')
  expect(kept('10.00', '0.00')).toBe('$10 kept in Nov 2026 so far.')
})
