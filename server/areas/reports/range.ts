import type { DayRange } from '#contract/marketing/periods.ts'
import { refuseRange } from '#server/areas/marketing/public.ts'
import { invalid } from '#server/platform/http/errors.ts'

/** From the first day of this month to today. */
export const monthSoFar = (today: string): DayRange => ({ start: `${today.slice(0, 7)}-01`, end: today })

/** The range that was asked for, or the usual one. */
export function rangeOr(
  asked: { start?: string | undefined; end?: string | undefined },
  usual: DayRange,
): DayRange {
  const { start, end } = asked
  if (start === undefined && end === undefined) return usual
  if (start === undefined) throw invalid({ start: 'Enter the first day' })
  if (end === undefined) throw invalid({ end: 'Enter the last day' })
  refuseRange({ start, end })
  return { start, end }
}
