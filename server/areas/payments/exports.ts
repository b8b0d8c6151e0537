import type { MoneyMonth } from '#contract/payments/books.ts'
import { atOnce, exported } from '#server/platform/exported.ts'
import { readMonths } from './sums.ts'

export const paymentExports = [
  exported<'money_months', MoneyMonth>({
    list: 'money_months',
    ...atOnce(({ db }) => readMonths(db)),
    values: {
      month: ({ month }) => month,
      charged: ({ charged }) => charged,
      refunded: ({ refunded }) => refunded,
      disputed: ({ disputed }) => disputed,
      kept: ({ kept }) => kept,
      credit_given: ({ credit_given }) => credit_given,
      credit_used: ({ credit_used }) => credit_used,
    },
  }),
]
