import { addDays, daysBetween } from '../billing/days.ts'
import type { CampaignInterval } from './report.ts'

/** The longest range of a report: ten years. */
export const mostReportDays = 3653

/** What is wrong with a range, by its field; undefined: nothing. */
export function rangeFault({ start, end }: DayRange): { start: string } | { end: string } | undefined {
  if (end < start) return { end: 'Enter a day on or after the first day' }
  return daysBetween(start, end) >= mostReportDays ? { start: 'Choose at most 10 years' } : undefined
}

/** Days in UTC, both included. */
export interface DayRange {
  start: string
  end: string
}

const monthOf = (day: string) => day.slice(0, 7)
const firstOf = (month: string) => `${month}-01`
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + (number - 1) + months
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}
const lastOf = (month: string) => addDays(firstOf(addMonths(month, 1)), -1)

/** The calendar month before the one of this day. */
export function lastMonth(today: string): DayRange {
  const month = addMonths(monthOf(today), -1)
  return { start: firstOf(month), end: lastOf(month) }
}

/** The months or weeks (from Monday) of a range; the first and the last one end where the range does. */
export function periodsOf({ start, end }: DayRange, interval: CampaignInterval): DayRange[] {
  const periods: DayRange[] = []
  for (let first = start; first <= end;) {
    const last =
      interval === 'month' ? lastOf(monthOf(first)) : addDays(first, 6 - ((dayNumber(first) + 3) % 7))
    periods.push({ start: first, end: last < end ? last : end })
    first = addDays(last, 1)
  }
  return periods
}
/** Days since 1970-01-01, a Thursday. */
const dayNumber = (day: string) => daysBetween('1970-01-01', day)

export const isWholeMonths = ({ start, end }: DayRange): boolean =>
  start === firstOf(monthOf(start)) && end === lastOf(monthOf(end))

/**
 * What a range is compared with: as many whole months before whole months, else as many days. A range that isn't over
 * is compared with as many days as have passed.
 */
export function rangeBefore({ start, end }: DayRange, today: string): DayRange {
  if (!isWholeMonths({ start, end })) {
    const days = daysBetween(start, end < today ? end : today < start ? end : today) + 1
    return { start: addDays(start, -days), end: addDays(start, -1) }
  }
  const months = monthsBetween(monthOf(start), monthOf(end)) + 1
  const before = firstOf(addMonths(monthOf(start), -months))
  const isRunning = start <= today && today < end
  const last = addDays(start, -1)
  if (!isRunning) return { start: before, end: last }
  const sameDays = addDays(before, daysBetween(start, today))
  return { start: before, end: sameDays < last ? sameDays : last }
}
function monthsBetween(from: string, to: string): number {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return number(to) - number(from)
}
