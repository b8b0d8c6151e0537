import { addDays } from '#contract/billing/days.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { addMonths, lastMonth, type DayRange } from '#contract/marketing/periods.ts'

/** The month or year that was asked for, at most to today; without either, last month. */
export function monthOr(
  { year, month }: { year?: number | undefined; month?: number | undefined },
  today: string,
): DayRange {
  if (year === undefined) return lastMonth(today)
  const first = `${year}-${String(month ?? 1).padStart(2, '0')}`
  const start = `${first}-01`
  if (start > today)
    throw invalid(
      month === undefined
        ? { year: 'Choose this year or an earlier one' }
        : { month: 'Choose this month or an earlier one' },
    )
  const last = addDays(`${addMonths(first, month === undefined ? 12 : 1)}-01`, -1)
  return { start, end: start <= today && today < last ? today : last }
}

/** Rows of a page and how many there are in all, which each row says. */
export const withTotal = <Row extends { total: number }>(rows: readonly Row[]) => ({
  total: rows[0]?.total ?? 0,
  rows: rows.map((row): Omit<Row, 'total'> => {
    const { total: _, ...rest } = row
    return rest
  }),
})
