import type { Result } from '#contract/index.ts'
import { dayText } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'

type Active = Result<'getActiveUserTrends'>
type New = Result<'getNewUserTrends'>
export interface Point {
  day: string
  users: number
}
const dayMs = 86_400_000
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The counted days, with today's figure as of now. */
export function activePoints({ days, now }: Active, time = Date.now()): readonly Point[] {
  const today = toDay(time)
  return [...days.filter((d) => d.day < today), { day: today, users: now }]
}

/** The place of a day in a span that ends today; the first is 0. */
export const placeOf = (day: string, days: number, time = Date.now()): number =>
  days - 1 - Math.round((Date.parse(toDay(time)) - Date.parse(day)) / dayMs)
/** The day in a place of that span. */
export const dayAt = (place: number, days: number, time = Date.now()): string =>
  toDay(Date.parse(toDay(time)) - (days - 1 - place) * dayMs)

export function activeText(trend: Active, time = Date.now()): string {
  const points = activePoints(trend, time)
  const [first] = points
  const now = `${many(trend.now, 'active vendor')} now`
  if (first === undefined || points.length < 2)
    return `${now}; daily numbers since ${dayText(trend.kept_since ?? first?.day ?? toDay(time))}`
  const difference = trend.now - first.users
  const day = `on ${dayText(first.day)}`
  if (difference === 0) return `${now}, same as ${day}`
  return `${now}, ${count(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than ${day}`
}

export function newText({ by: unit, periods }: New): string {
  const total = periods.reduce((sum, p) => sum + p.users, 0)
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) throw new Error('The trend of new users has no periods')
  return `${many(total, 'new vendor')} since ${dayText(first.day)}, ${count(last.users)} this ${unit}`
}

/** The first and last day of a period. */
export function daysOf(unit: New['by'], day: string): { since: string; until: string } {
  const begins = new Date(day)
  const [year, month] = [begins.getUTCFullYear(), begins.getUTCMonth()]
  return {
    since: day,
    until: toDay(unit === 'week' ? begins.getTime() + 6 * dayMs : Date.UTC(year, month + 1, 0)),
  }
}

const toMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
export const periodName = (unit: New['by'], day: string): string =>
  unit === 'week' ? `Week of ${dayText(day)}` : toMonth.format(new Date(day))
