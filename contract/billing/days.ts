import { dayText as shortDay } from '../formats.ts'

// Days are text, `2026-11-23`, and are counted as whole numbers, never as moments: a billing day has no zone.

const dayMs = 86_400_000

/** Days since 1970 of a Gregorian date; the computation starts the year in March. */
function numberOf(day: string): number {
  const [year, month, date] = partsOf(day)
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}
function textOf(days: number): string {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const ofEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const ofYear = dayOfEra - (365 * ofEra + Math.floor(ofEra / 4) - Math.floor(ofEra / 100))
  const march = Math.floor((5 * ofYear + 2) / 153)
  const month = march < 10 ? march + 3 : march - 9
  const year = ofEra + era * 400 + (month <= 2 ? 1 : 0)
  return dayText(year, month, ofYear - Math.floor((153 * march + 2) / 5) + 1)
}
const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number]
const dayText = (year: number, month: number, date: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-')

/** The day of a moment, in milliseconds since 1970, in UTC. */
export const dayOf = (ms: number): string => textOf(Math.floor(ms / dayMs))
export const addDays = (day: string, days: number): string => textOf(numberOf(day) + days)
/** How many days there are from one day to another; 0: the same day. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** This many months after a day, at most the month's last day: two months after January 31 is March 31. */
export function addMonths(anchor: string, months: number): string {
  const [year, month, date] = partsOf(anchor)
  const index = year * 12 + month - 1 + months
  const first = (monthNumber: number) => dayText(Math.floor(monthNumber / 12), (monthNumber % 12) + 1, 1)
  const length = daysBetween(first(index), first(index + 1))
  return dayText(Math.floor(index / 12), (index % 12) + 1, Math.min(date, length))
}

/** The first day after `day` on which the months counted from `anchor` begin (docs/domain/bills.md, Billing days). */
export function nextBillingDay(anchor: string, day: string): string {
  const [ay, am] = anchor.split('-').map(Number) as [number, number]
  const [y, m] = day.split('-').map(Number) as [number, number]
  const months = (y - ay) * 12 + m - am
  const sameDay = addMonths(anchor, months)
  return sameDay > day ? sameDay : addMonths(anchor, months + 1)
}
/** A vendor's anchor: its own if the charge day is counted from it, else that day itself. */
export const anchorOf = (anchor: string | null, charge: string): string =>
  anchor !== null && anchor <= charge && nextBillingDay(anchor, addDays(charge, -1)) === charge
    ? anchor
    : charge

/** The part of an amount for the last `days` of `whole` days; both parts add up to the amount. */
export const shareOf = (cents: number, days: number, whole: number): number => {
  const sign = Math.sign(cents)
  // the first part is rounded half away from zero, and this is the rest
  const before = Math.floor((Math.abs(cents) * (whole - days) * 2 + whole) / (2 * whole))
  return sign * (Math.abs(cents) - before)
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** A day as documents write it: `Nov 25, 2026`. */
export function longDay(day: string): string {
  const [year, month, date] = partsOf(day)
  return `${months[month - 1] ?? ''} ${date}, ${year}`
}
/** The days of a period in words, including the last one: `Nov 25 to Dec 24, 2026`. */
export function spanText({ starts, ends }: { starts: string; ends: string }): string {
  const [year, month, date] = partsOf(starts)
  const [lastYear, lastMonth, lastDate] = partsOf(addDays(ends, -1))
  const first = `${months[month - 1] ?? ''} ${date}${year === lastYear ? '' : `, ${year}`}`
  return `${first} to ${months[lastMonth - 1] ?? ''} ${lastDate}, ${lastYear}`
}
/** The same with days as on screens, next to other days: `11/25/26 to 12/24/26`. */
export const shortSpanText = ({ starts, ends }: { starts: string; ends: string }): string =>
  `${shortDay(starts)} to ${shortDay(addDays(ends, -1))}`
