import { fromCents } from '#contract/billing/cents.ts'
import { addMonths, dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { movementKinds } from '#contract/reports/customers.ts'
import type { EarnedFigure, EarnedMonth, RecurringMonth } from '#contract/reports/recurring-revenue.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'
import { byMonth, MonthFigures, readFigures } from './figures.ts'
import { readFreshness } from './freshness.ts'

type Reader = Pick<Ctx, 'db' | 'clock'>
/** Each of the last months with its figures, newest first. */
async function readMonths({ db, clock }: Reader, months: number) {
  const today = dayOf(clock.now())
  const first = addMonths(monthOf(today), 1 - months)
  const [figures, freshness] = await Promise.all([readFigures(db, first, today), readFreshness(db)])
  const found = byMonth(figures)
  const none = new MonthFigures([])
  return {
    months: Array.from({ length: months }, (_, back) => {
      const month = addMonths(monthOf(today), -back)
      return { month, figures: found.get(month) ?? none }
    }),
    freshness: { today, ...freshness },
  }
}

export const getRecurringRevenue = (ctx: Ctx, { query }: Parsed<'getRecurringRevenue'>) =>
  readRecurring(ctx, query.months)

export async function readRecurring(reader: Reader, count: number) {
  const { months, freshness } = await readMonths(reader, count)
  return { months: months.map(({ month, figures }) => toRecurring(month, figures)), ...freshness }
}

function toRecurring(month: string, figures: MonthFigures): RecurringMonth {
  const [opening, openingVendors] = [figures.cents('opening'), figures.cents('opening_vendors')]
  const [closing, vendors] = [figures.cents('mrr'), figures.cents('vendors')]
  const shareOfOpening = (cents: number) => (opening > 0 ? cents / opening : null)
  return {
    month,
    opening: fromCents(opening),
    movements: movementKinds.map((kind) => ({ kind, amount: fromCents(figures.cents('movement', kind)) })),
    closing: fromCents(closing),
    opening_vendors: openingVendors,
    vendors,
    came: figures.cents('came'),
    arpa: vendors > 0 ? fromCents(Math.round(closing / vendors)) : null,
    vendor_churn: openingVendors > 0 ? figures.cents('left') / openingVendors : null,
    gross_churn: shareOfOpening(figures.cents('lost')),
    net_churn: shareOfOpening(opening - figures.cents('retained')),
  }
}

export const getEarnedRevenue = (ctx: Ctx, { query }: Parsed<'getEarnedRevenue'>) =>
  readEarned(ctx, query.months)

export async function readEarned(reader: Reader, count: number) {
  const { months, freshness } = await readMonths(reader, count)
  const rows = months.map(({ month, figures }) => ({ month, ...earnedCents(figures) }))
  const { deferred: _, ...names } = earnedCents(new MonthFigures([]))
  const totals = mapCents(names, (figure) => rows.reduce((sum, row) => sum + row[figure], 0))
  return {
    months: rows.map(({ month, ...cents }): EarnedMonth => ({
      month,
      ...mapCents(cents, (figure) => cents[figure]),
    })),
    totals,
    ...freshness,
  }
}

const earnedCents = (figures: MonthFigures): Record<EarnedFigure, number> => {
  const earned = {
    earned: figures.cents('earned', 'period'),
    earned_once: figures.cents('earned', 'once'),
    earned_credited: figures.cents('earned', 'credited'),
  }
  return {
    billed: figures.cents('billed', 'period'),
    billed_once: figures.cents('billed', 'once'),
    credited: figures.cents('credited'),
    ...earned,
    earned_net: earned.earned + earned.earned_once + earned.earned_credited,
    deferred: figures.cents('deferred'),
    written_off: figures.cents('written_off'),
  }
}
const mapCents = <Name extends string>(names: Record<Name, number>, centsOf: (name: Name) => number) =>
  Object.fromEntries(
    (Object.keys(names) as Name[]).map((name) => [name, fromCents(centsOf(name))]),
  ) as Record<Name, string>
