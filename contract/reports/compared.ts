import { addDays, addMonths, daysBetween } from '../billing/days.ts'
import { isWholeMonths, rangeBefore, type DayRange } from '../marketing/periods.ts'

/** The whole month before that of a range, and the same month a year before. */
export function comparedMonths({ start }: Pick<DayRange, 'start'>): {
  before: DayRange
  yearBefore: DayRange
} {
  const month = `${start.slice(0, 7)}-01`
  const wholeMonth = (first: string) => ({ start: first, end: addDays(addMonths(first, 1), -1) })
  return { before: wholeMonth(addMonths(month, -1)), yearBefore: wholeMonth(addMonths(month, -12)) }
}

/**
 * What a range is compared with: as many days right before it, and the same days a year before; of whole months, as
 * many months. Of a range that isn't over, only the days until today count.
 */
export function comparedRanges(
  { start, end }: DayRange,
  today: string,
): { before: DayRange; yearBefore: DayRange } {
  const isRunning = start <= today && today < end
  const yearStart = addMonths(start, -12)
  const yearEnd =
    isWholeMonths({ start, end }) && !isRunning
      ? addDays(addMonths(addDays(end, 1), -12), -1)
      : addDays(yearStart, daysBetween(start, isRunning ? today : end))
  return { before: rangeBefore({ start, end }, today), yearBefore: { start: yearStart, end: yearEnd } }
}
