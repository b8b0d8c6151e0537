import { dayText, money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { MrrFigures } from '#contract/reports/customers.ts'
import { count, many, percent } from '../../../ui/values.tsx'

export const lostOf = ({ movements }: Pick<MrrFigures, 'movements'>) =>
  movements
    .filter(({ kind }) => kind === 'churn_canceled' || kind === 'churn_unpaid')
    .reduce((sum, { amount }) => sum - Number(amount), 0)

/** How many vendors churned in a month, and how many of those who paid before it no longer pay. */
export function churnAnswer({
  figures,
  total,
}: Pick<Result<'getChurnedUsers'>, 'figures' | 'total'>): string {
  const month = monthText(figures.start)
  const closing = `MRR is ${money(figures.closing)} of ${many(figures.closing_vendors, 'vendor')} on ${dayText(figures.end)}`
  if (total === 0) return `No vendors churned in ${month}. ${closing}.`
  return `${many(total, 'vendor')} churned in ${month} with ${money(lostOf(figures))} MRR${leftText(figures)}. ${closing}.`
}

/** A vendor who came in the month, or returned in it, churned but isn't among these. */
function leftText({ vendor_churn, opening_vendors, end }: MrrFigures): string {
  if (vendor_churn === null) return ''
  const left = count(Math.round(vendor_churn * opening_vendors))
  return `; ${left} of ${count(opening_vendors)} who paid before it had left by ${dayText(end)} (${percent(vendor_churn * 100)})`
}
