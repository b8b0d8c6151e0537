/** Days as `2026-11-21`, computed in UTC so that each has 24 hours. */
const dayMs = 86_400_000
const firstDay = '1900-01-01'
const lastDay = '9999-12-31'
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
function within(day: string): string {
  if (day < firstDay) return firstDay
  return day > lastDay ? lastDay : day
}

export const isDay = (text: string): boolean => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && textOf(ms) === text && text >= firstDay
}

/** A day as people type it, 2026-12-31 or 12/31/2026 or 12/31/26; undefined: it isn't one, or not yet. */
export function typedDay(text: string): string | undefined {
  const [, month = '', date = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/.exec(text.trim()) ?? []
  const day = year
    ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    : text.trim()
  return isDay(day) ? day : undefined
}

const plusDays = (day: string, n: number) =>
  within(textOf(Math.min(Date.parse(day) + n * dayMs, Date.parse(lastDay))))

/** The same day of another month, or its last. */
function plusMonths(day: string, n: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + n, 0))
  if (last.getUTCFullYear() > 9999) return lastDay
  return within(
    textOf(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate()))),
  )
}
const weekday = (day: string) => new Date(day).getUTCDay()

/** Where a key leads from a day; undefined: the calendar doesn't use the key. */
export function dayByKey(day: string, key: string, shift = false): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return plusDays(day, -1)
    case 'ArrowRight':
      return plusDays(day, 1)
    case 'ArrowUp':
      return plusDays(day, -7)
    case 'ArrowDown':
      return plusDays(day, 7)
    case 'Home':
      return plusDays(day, -weekday(day))
    case 'End':
      return plusDays(day, 6 - weekday(day))
    case 'PageUp':
      return plusMonths(day, shift ? -12 : -1)
    case 'PageDown':
      return plusMonths(day, shift ? 12 : 1)
    default:
      return undefined
  }
}

/** The weeks of a day's month, from Sunday; undefined is a day of another month. */
export function weeksOf(day: string): (string | undefined)[][] {
  const month = day.slice(0, 7)
  const first = `${month}-01`
  const cells = Array.from({ length: 42 }, (_, i) => textOf(Date.parse(first) + (i - weekday(first)) * dayMs))
  return Array.from({ length: 6 }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7).map((cell) => (cell.startsWith(month) ? cell : undefined)),
  )
}

/** A range once a day is chosen: it starts over there, or ends there; the earlier day is its first. */
export function spanWith(
  from: string | undefined,
  end: 'from' | 'to',
  day: string,
): { from: string; to: string | undefined } {
  if (end === 'from' || from === undefined) return { from: day, to: undefined }
  return day < from ? { from: day, to: from } : { from, to: day }
}
