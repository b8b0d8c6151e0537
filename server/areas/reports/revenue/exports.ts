import { dayOf } from '#contract/billing/days.ts'
import { rowKindText, type RevenueRow } from '#contract/reports/counted-rows.ts'
import { movementKinds, type MovementKind } from '#contract/reports/customers.ts'
import {
  cardOutcomes,
  type CountedOutcome,
  type EarnedMonth,
  type RecurringMonth,
} from '#contract/reports/recurring-revenue.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { countedRows, toRevenueRow } from './counted-rows.ts'
import { readEarned, readRecurring } from './recurring.ts'
import { readUnpaidCards } from './unpaid-cards.ts'

const currency = 'USD'
type Outcome = CountedOutcome & { month: string }
const movementValues = Object.fromEntries(
  movementKinds.map((kind) => [
    kind,
    (row: RecurringMonth) => row.movements.find((movement) => movement.kind === kind)?.amount ?? '0.00',
  ]),
) as Record<MovementKind, (row: RecurringMonth) => string>

export const revenueExports = [
  exportedList<'recurring_revenue', RecurringMonth>({
    list: 'recurring_revenue',
    ...atOnce(async (services, { months }) => (await readRecurring(services, months)).months),
    values: {
      month: (row) => row.month,
      opening: (row) => row.opening,
      ...movementValues,
      closing: (row) => row.closing,
      opening_vendors: (row) => row.opening_vendors,
      vendors: (row) => row.vendors,
      came: (row) => row.came,
      arpa: (row) => row.arpa,
      vendor_churn: (row) => row.vendor_churn,
      gross_churn: (row) => row.gross_churn,
      net_churn: (row) => row.net_churn,
      currency: () => currency,
    },
  }),
  exportedList<'revenue_rows', RevenueRow>({
    list: 'revenue_rows',
    ...byQuery(
      (_db, filters, clock) => countedRows(filters, dayOf(clock.now())),
      (_db, rows) => Promise.resolve(rows.map(toRevenueRow)),
    ),
    values: {
      day: (row) => row.day,
      company: (row) => row.company,
      kind: rowKindText,
      invoice: (row) => row.invoice,
      amount: (row) => row.amount,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'earned_revenue', EarnedMonth>({
    list: 'earned_revenue',
    ...atOnce(async (services, { months }) => (await readEarned(services, months)).months),
    values: {
      month: (row) => row.month,
      billed: (row) => row.billed,
      billed_once: (row) => row.billed_once,
      credited: (row) => row.credited,
      earned: (row) => row.earned,
      earned_once: (row) => row.earned_once,
      earned_credited: (row) => row.earned_credited,
      earned_net: (row) => row.earned_net,
      deferred: (row) => row.deferred,
      written_off: (row) => row.written_off,
      currency: () => currency,
    },
  }),
  exportedList<'unpaid_cards', Outcome>({
    list: 'unpaid_cards',
    ...atOnce(async (services, { months }) =>
      (await readUnpaidCards(services, months)).months.flatMap(({ month, outcomes }) =>
        outcomes.map((outcome) => ({ ...outcome, month })),
      ),
    ),
    values: {
      month: (row) => row.month,
      outcome: (row) => cardOutcomes[row.outcome],
      invoices: (row) => row.invoices,
      amount: (row) => row.amount,
      currency: () => currency,
    },
  }),
]
