import { addDays, spanText } from '#contract/billing/days.ts'
import type { MoneyMonth } from '#contract/payments/books.ts'
import { paperStates, paperText, type Paper } from '#contract/payments/papers.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { papersOf, toPaper } from './papers/papers.ts'
import { readMonths } from './books/sums.ts'

export const paymentExports = [
  exportedList<'invoices', Paper>({
    list: 'invoices',
    ...byQuery(papersOf, (_db, rows) => Promise.resolve(rows.map(toPaper))),
    values: {
      number: (p) => p.number,
      issued: (p) => p.issued_on,
      company: (p) => p.company,
      what: paperText,
      period: (p) => p.period && spanText(p.period),
      state: (p) => paperStates[p.state],
      age: (p) => p.days_open,
      tries: (p) => p.tries,
      next: (p) => p.next_try,
      reason: (p) => p.refused,
      total: (p) => p.total,
      open: (p) => (p.state === 'open' ? p.total : '0.00'),
      first: (p) => p.period?.starts,
      last: (p) => p.period && addDays(p.period.ends, -1),
      third_party: (p) => (p.third_party ? 'Yes' : 'No'),
      id: (p) => p.invoice_id,
      vendor_id: (p) => p.vendor_id,
    },
  }),
  exportedList<'money_months', MoneyMonth>({
    list: 'money_months',
    ...atOnce(({ db }) => readMonths(db)),
    values: {
      month: (m) => m.month,
      charged: (m) => m.charged,
      refunded: (m) => m.refunded,
      disputed: (m) => m.disputed,
      kept: (m) => m.kept,
      credit_given: (m) => m.credit_given,
      credit_used: (m) => m.credit_used,
    },
  }),
]
