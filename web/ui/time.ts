import { many } from '#contract/words.ts'

import { formatsOf, localDay, shownTime, startOfDay, zoneOffset } from './zone.ts'

function dayIn(d: Date): string {
  const { year, month, date } = localDay(d.getTime())
  return `${month}/${date}/${String(year).slice(2)}`
}
const timeIn = (d: Date, precision: 'toMinute' | 'toSecond' = 'toMinute') =>
  formatsOf()[precision].format(d).toLowerCase()

/** Today as time only, otherwise M/D/YY h:mm a (docs/domain/values.md, Shown values). */
export function shortTime(iso: string, now = new Date()): string {
  const d = new Date(iso)
  return dayIn(d) === dayIn(now) ? timeIn(d) : `${dayIn(d)} ${timeIn(d)}`
}

/** The moment to the second, with its zone. */
export function exactTime(iso: string): string {
  const d = new Date(iso)
  return `${dayIn(d)} ${timeIn(d, 'toSecond')} ${zoneName([iso])}`
}

/** The time of day to the second. */
export const clockTime = (iso: string): string => timeIn(new Date(iso), 'toSecond')

/** The time of day to the minute, with its zone. */
export const zonedClockTime = (iso: string): string => `${timeIn(new Date(iso))} ${zoneName([iso])}`

/** The moment to the minute, with its zone, where no header names that. */
export const zonedTime = (iso: string): string => `${shortTime(iso)} ${zoneName([iso])}`

/** From one moment to another, both with their day, and the zone. */
export function spanText(from: string, to: string): string {
  const [first, last] = [new Date(from), new Date(to)]
  return `${dayIn(first)} ${timeIn(first)} to ${dayIn(last)} ${timeIn(last)} ${zoneName([from, to])}`
}

/** The local day of a moment, M/D/YY. */
export const shortDay = (iso: string) => dayIn(new Date(iso))

export { dayText } from '#contract/formats.ts'

/** A duration (docs/domain/values.md, Shown values); rounded before the unit is chosen: never “60 s”. */
export function duration(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000))
  if (ms < 1000) return `${ms} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const
  return parts.flatMap(([n, unit]) => (n ? [`${n} ${unit}`] : [])).join(' ')
}

/** Seconds as one rough figure: 31 h, 4 min. */
export function age(seconds: number): string {
  if (Math.round(seconds) < 60) return `${Math.max(0, Math.round(seconds))} s`
  if (Math.round(seconds / 60) < 60) return `${Math.round(seconds / 60)} min`
  // completed hours and days, as in a feed's standing
  if (seconds < 96 * 3600) return `${Math.max(1, Math.floor(seconds / 3600))} h`
  return `${Math.floor(seconds / 86_400)} days`
}

/** The same figure in whole words, for customers: 31 hours, 4 minutes. */
export function ageInWords(seconds: number): string {
  const [figure, unit] = age(seconds).split(' ') as [string, string]
  const nouns: Readonly<Record<string, string>> = { s: 'second', min: 'minute', h: 'hour' }
  return nouns[unit] ? many(Number(figure), nouns[unit]) : `${figure} ${unit}`
}

/** How long ago, or in how long; a clock that is off by seconds gives now. */
export function agoText(seconds: number): string {
  if (seconds <= -60) return `in ${age(-seconds)}`
  return seconds < 0.5 ? 'now' : `${age(seconds)} ago`
}

export const secondsSince = (iso: string, now = Date.now()) => (now - Date.parse(iso)) / 1000

/** The local day of a moment, in the format of date fields. */
export function dayOf(seconds: number): string {
  const { year, month, date } = localDay(seconds * 1000)
  return [year, month, date].map((n) => String(n).padStart(2, '0')).join('-')
}
/** When a local day begins, in seconds since 1970; undefined without a day. */
export function secondsOf(day: string): number | undefined {
  const [year, month, date] = day.split('-').map(Number)
  return year && month && date ? startOfDay(year, month, date) / 1000 : undefined
}
/** When the day after begins, also if the day has 23 or 25 hours. */
export function dayAfter(day: string): number | undefined {
  const [year, month, date] = day.split('-').map(Number)
  return year && month && date ? startOfDay(year, month, date + 1) / 1000 : undefined
}

/** The hour of the day now, from 0 to 23. */
export const hourNow = (): number => shownTime(Date.now()).getUTCHours()

const zoneOf = (d: Date) =>
  formatsOf()
    .withZone.formatToParts(d)
    .find((part) => part.type === 'timeZoneName')?.value ?? ''
/** The zone of these moments, once a list: in summer it has another name than in winter. */
export function zoneName(moments: readonly (string | null | undefined)[] = []): string {
  // one moment for each offset: a zone's name takes far longer to make than an offset
  const days = new Map<number, Date>()
  for (const tm of moments) {
    const d = tm ? new Date(tm) : undefined
    if (d && !days.has(zoneOffset(d.getTime()))) days.set(zoneOffset(d.getTime()), d)
  }
  return days.size > 0 ? [...days.values()].map(zoneOf).join('/') : zoneOf(new Date())
}
