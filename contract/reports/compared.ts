import { addDays, addMonths, daysBetween } from '../billing/days.ts'
import type { DayRange } from '../marketing/periods.ts'

/**
 * What a range is compared with: the same number of days right before it, and from the same day a year before. Of a
 * range that isn't over, only the days until today count.
 */
export function comparedRanges(
  { start, end }: DayRange,
  today: string,
): { before: DayRange; yearBefore: DayRange } {
  const last = start <= today && today < end ? today : end
  const days = daysBetween(start, last)
  const yearBefore = addMonths(start, -12)
  return {
    before: { start: addDays(start, -days - 1), end: addDays(start, -1) },
    yearBefore: { start: yearBefore, end: addDays(yearBefore, days) },
  }
}
