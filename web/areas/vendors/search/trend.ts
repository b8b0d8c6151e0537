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

/** The counted days, today's as it stands now. */
export function activePoints({ days, now }: Active, at = Date.now()): readonly Point[] {
  const today = toDay(at)
  return [...days.filter((d) => d.day < today), { day: today, users: now }]
}

/** In which of the days of a span that ends today a day falls: the first is 0. */
export const placeOf = (day: string, days: number, at = Date.now()): number =>
  days - 1 - Math.round((Date.parse(toDay(at)) - Date.parse(day)) / dayMs)
/** The day in that place. */
export const dayAt = (place: number, days: number, at = Date.now()): string =>
  toDay(Date.parse(toDay(at)) - (days - 1 - place) * dayMs)

export function activeText(trend: Active, at = Date.now()): string {
  const points = activePoints(trend, at)
  const [first] = points
  const now = `${many(trend.now, 'active user')} now`
  if (points.length < 2) return `${now}; each day is kept from ${dayText(trend.kept_since ?? first!.day)} on`
  const more = trend.now - first!.users
  const than = `on ${dayText(first!.day)}`
  return `${now}, ${more === 0 ? `as many as ${than}` : `${count(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than ${than}`}`
}

export function newText({ by, periods }: New): string {
  const total = periods.reduce((sum, p) => sum + p.users, 0)
  const last = periods.at(-1)!
  return `${many(total, 'new user')} since ${dayText(periods[0]!.day)}, ${count(last.users)} of them this ${by}`
}

/** The days of a period, the first and the last. */
export function daysOf(by: New['by'], day: string): { since: string; until: string } {
  const begins = new Date(day)
  const [year, month] = [begins.getUTCFullYear(), begins.getUTCMonth()]
  return {
    since: day,
    until: toDay(by === 'week' ? begins.getTime() + 6 * dayMs : Date.UTC(year, month + 1, 0)),
  }
}

const toMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
export const periodName = (by: New['by'], day: string): string =>
  by === 'week' ? `Week of ${dayText(day)}` : toMonth.format(new Date(day))
