import { expect, test } from 'vitest'
import {
  billingSuspendedAnswer,
  cancelsAnswer,
  closedDealsAnswer,
  monthlyRevenueAnswer,
  planViolationsAnswer,
  refundsAnswer,
  supplierSubscriptionsAnswer,
} from './answers.ts'

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

const deals = (n: number, lost: number) =>
  closedDealsAnswer({
    all: { deals: n, added: '205.00' } as never,
    lost: { deals: lost, added: '50.00' } as never,
  })
const refunds = (done: number) => refundsAnswer({ done, amount: '50.00', charged: '1000.00' })
const subscriptions = (n: number) =>
  supplierSubscriptionsAnswer({
    totals: { subscribers: n, added: n, ended: n, cancel_pending: n } as never,
    vendors: n,
    suppliers: Array.from({ length: n }) as never,
  } as never)
const suspended = (total: number, delisted: number) =>
  billingSuspendedAnswer({ total, delisted, owed: '100.00', monthly: '50.00' })
const violations = (total: number, vendors: number) =>
  planViolationsAnswer({ total, vendors, difference: '0.00' })
const cancels = (asked: number, lost: string | null = null) =>
  cancelsAnswer({ totals: { asked, taken_back: 0, ended: 1, mrr_lost: lost } as never })

test.each([
  [deals(0, 0), 'No deals closed.'],
  [deals(1, 0), '$205 MRR added in 1 deal.'],
  [deals(2, 1), '$205 MRR added in 2 deals. 1 deal worth $50 lost since.'],
  [deals(3, 2), '$205 MRR added in 3 deals. 2 deals worth $50 lost since.'],
  [refunds(0), 'Nothing refunded of $1,000 charged.'],
  [refunds(1), '$50 refunded in 1 refund, 5.0% of $1,000 charged.'],
  [refunds(2), '$50 refunded in 2 refunds, 5.0% of $1,000 charged.'],
  [subscriptions(1), '1 subscription of 1 vendor with 1 supplier: 1 added, 1 ended, 1 pending cancellation.'],
  [
    subscriptions(2),
    '2 subscriptions of 2 vendors with 2 suppliers: 2 added, 2 ended, 2 pending cancellation.',
  ],
  [suspended(0, 0), 'No vendors are suspended.'],
  [suspended(1, 0), '$100 owed by 1 suspended vendor. Its last bill was $50 a month.'],
  [suspended(1, 1), '$100 owed by 1 suspended vendor, delisted. Its last bill was $50 a month.'],
  [
    suspended(2, 1),
    '$100 owed by 2 suspended vendors, 1 of them delisted. Their last bills were $50 a month.',
  ],
  [violations(0, 0), 'Every active vendor’s plan includes what the vendor uses.'],
  [violations(1, 1), '1 vendor uses more than its plan includes.'],
  [violations(3, 2), '2 vendors use more than their plan includes.'],
  [cancels(1), '1 cancellation requested, 0 taken back, 1 ended.'],
  [cancels(2, '50.00'), '2 cancellations requested, 0 taken back, 1 ended. $50 MRR lost.'],
])('%s', (answer, text) => expect(answer).toBe(text))
