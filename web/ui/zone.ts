// The time zone in which times are shown: the one that the signed-in person chose, else the browser's.

let zone: string | undefined
let formats = makeFormats()
/** By quarter of an hour, since no offset changes within one. */
let offsets = new Map<number, number>()
const quarterMs = 900_000

/** Shows times in this zone from now on; null: in the browser's. */
export function setTimeZone(next: string | null): void {
  if ((next ?? undefined) === zone) return
  zone = next ?? undefined
  formats = makeFormats()
  offsets = new Map()
}

/** The browser's own zone. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

// made once: a list has hundreds of moments, and making a formatter takes longer than the rest of a cell
function makeFormats() {
  const options = zone === undefined ? {} : { timeZone: zone }
  const toFormat = (more: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, ...more })
  return {
    toMinute: toFormat({ hour: 'numeric', minute: '2-digit' }),
    toSecond: toFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
    withZone: toFormat({ timeZoneName: 'short' }),
    withOffset: toFormat({ timeZoneName: 'longOffset' }),
  }
}
export const formatsOf = () => formats

/** How far the zone is ahead of UTC at a moment, in milliseconds. */
export function zoneOffset(ms: number): number {
  if (zone === undefined) return -60_000 * new Date(ms).getTimezoneOffset()
  const quarter = Math.floor(ms / quarterMs)
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const text = formats.withOffset.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(text ?? '') ?? []
  const offset = (sign === '-' ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes))
  offsets.set(quarter, offset)
  return offset
}

/** A moment whose UTC fields are what a clock in the zone shows. */
export const shownTime = (ms: number): Date => new Date(ms + zoneOffset(ms))

export function localDay(ms: number): { year: number; month: number; date: number } {
  const shown = shownTime(ms)
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, date: shown.getUTCDate() }
}

/** When a day of the zone begins, in milliseconds; the day may be beyond its month's last. */
export function startOfDay(year: number, month: number, date: number): number {
  const shown = Date.UTC(year, month - 1, date)
  const guess = shown - zoneOffset(shown)
  // the offset may change between the two
  const start = shown - zoneOffset(guess)
  // where clocks skip midnight, that is still the day before
  return shownTime(start).getTime() < shown ? guess : start
}
