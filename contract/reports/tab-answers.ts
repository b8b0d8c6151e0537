import { dayText, money, monthText, percent } from '../formats.ts'
import { count, many } from '../words.ts'
import type { AffiliateMonth, MrrFigures } from './customers.ts'
import type { EarnedMonth, RecurringMonth } from './recurring-revenue.ts'
import type { TheTruth, TruthPeriod } from './the-truth.ts'

// The answers of the reports’ tabs in a sentence, on their screens and in their emails.

export function recurringRevenueAnswer({ months: [now] }: { months: readonly RecurringMonth[] }): string {
  if (!now) return 'No recurring revenue yet.'
  const difference = Number(now.closing) - Number(now.opening)
  const startText = `since ${monthText(now.month)} started`
  const direction = difference < 0 ? 'down' : 'up'
  const change =
    difference === 0 ? `unchanged ${startText}` : `${direction} ${money(Math.abs(difference))} ${startText}`
  return `${money(now.closing)} a month from ${many(now.vendors, 'paying vendor')}, ${change}.`
}

export const earnedRevenueAnswer = ({ months: [now] }: { months: readonly EarnedMonth[] }): string =>
  now
    ? `${money(now.earned_net)} earned in ${monthText(now.month)} so far. ${money(now.deferred)} is billed for later days.`
    : 'Nothing earned yet.'

/** A month, or a week by its number. */
export const truthPeriodName = ({ week, start }: TruthPeriod): string =>
  week === null ? monthText(start.slice(0, 10)) : `week ${week}`

export function truthAnswer({ view, periods, rows }: Pick<TheTruth, 'view' | 'periods' | 'rows'>): string {
  const running = periods.at(-1)
  const cell = rows.find((row) => row.which === 'new_paying')?.cells.at(-1)
  if (!running || !cell) return ''
  const soFar = view === 'weekly' ? 'this week so far' : 'this month so far'
  const periodText = running.is_running ? soFar : `in ${truthPeriodName(running)}`
  const goal = cell.goal ? `, the goal is ${cell.goal.text}` : '. No goal is set'
  return `${many(Number(cell.actual), 'new paying vendor')} ${periodText}${goal}.`
}

/** The MRR of vendors who churned. */
export const lostMrr = ({ movements }: Pick<MrrFigures, 'movements'>): number =>
  movements
    .filter(({ kind }) => kind === 'churn_canceled' || kind === 'churn_unpaid')
    .reduce((sum, { amount }) => sum - Number(amount), 0)

/** How many vendors churned in a month, and how many of those who paid before it no longer pay. */
export function churnAnswer({ figures, total }: { figures: MrrFigures; total: number }): string {
  const month = monthText(figures.start)
  const closing = `MRR is ${money(figures.closing)} of ${many(figures.closing_vendors, 'vendor')} on ${dayText(figures.end)}`
  if (total === 0) return `No vendors churned in ${month}. ${closing}.`
  return `${many(total, 'vendor')} churned in ${month} with ${money(lostMrr(figures))} MRR${leftText(figures)}. ${closing}.`
}

/** A vendor who came in the month, or returned in it, churned but isn’t among these. */
function leftText({ vendor_churn, opening_vendors, end }: MrrFigures): string {
  if (vendor_churn === null) return ''
  const leavers = count(Math.round(vendor_churn * opening_vendors))
  return `; ${leavers} of ${count(opening_vendors)} who paid before it had left by ${dayText(end)} (${percent(vendor_churn * 100)})`
}

interface StatusCounts {
  start: string
  end: string
  counts: readonly { from_id: number; to_id: number; changes: number }[]
}
type StatusFigures = Readonly<Record<'all' | 'paying' | 'suspended' | 'canceled', number>>
/** All changes of status; from Free to Active, to suspended, and to canceled. */
export function statusFigures({ counts }: Pick<StatusCounts, 'counts'>): StatusFigures {
  const changesOf = (isCounted: (row: StatusCounts['counts'][number]) => boolean) =>
    counts.filter(isCounted).reduce((sum, row) => sum + row.changes, 0)
  return {
    all: changesOf(() => true),
    paying: changesOf(({ from_id, to_id }) => from_id === 0 && to_id === 1),
    suspended: changesOf(({ from_id, to_id }) => from_id === 1 && to_id === 2),
    canceled: changesOf(({ to_id }) => to_id === 4),
  }
}
export function statusChangesAnswer({ start, end, counts }: StatusCounts): string {
  const { all, paying, suspended, canceled } = statusFigures({ counts })
  const periodText =
    start.slice(0, 7) === end.slice(0, 7) ? `in ${monthText(start)}` : `in ${start.slice(0, 4)}`
  if (all === 0) return `No vendor’s status changed ${periodText}.`
  return `${many(all, 'status change')} ${periodText}: ${count(paying)} from Free to Active, ${count(suspended)} suspended, ${count(canceled)} canceled.`
}

interface Affiliates {
  start: string
  affiliates: readonly AffiliateMonth[]
}
/** A sum of affiliates, of counts or of dollars. */
export const affiliateSum = (
  { affiliates }: Pick<Affiliates, 'affiliates'>,
  figure: Exclude<keyof AffiliateMonth, 'vendor_id' | 'name'>,
): number => affiliates.reduce((sum, row) => sum + Math.round(Number(row[figure]) * 100), 0) / 100

export function affiliatesAnswer(report: Affiliates): string {
  if (report.affiliates.length === 0) return 'No affiliates yet.'
  return `${money(affiliateSum(report, 'kept'))} kept in ${monthText(report.start)} from ${many(affiliateSum(report, 'referred'), 'referred vendor')}, ${money(affiliateSum(report, 'discount'))} given in discounts.`
}
