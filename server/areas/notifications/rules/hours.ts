import { usualHours, type Hours } from '#contract/notifications/hours.ts'
import { timeZone } from '#contract/time-zone.ts'

const dayMs = 86_400_000
/** The longest absence that is looked past. */
const mostDays = 400

const localTime = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(Math.trunc(at)).toZonedDateTimeISO(zone)
/** A zone that isn't known any more must not hold back what others are to hear. */
const zoneOf = ({ time_zone }: Hours) =>
  timeZone.safeParse(time_zone).success ? time_zone : usualHours.time_zone
const clockOf = (time: string) => Temporal.PlainTime.from(time)
const isAway = (day: Temporal.PlainDate, { away_until }: Hours) =>
  away_until !== null && Temporal.PlainDate.compare(day, away_until) <= 0

/**
 * Whether a person doesn't want to hear what isn't urgent now: by day of the week, in quiet hours, or away.
 * @param at epoch milliseconds
 */
export function isQuiet(at: number, hours: Hours): boolean {
  const local = localTime(at, zoneOf(hours))
  if (isAway(local.toPlainDate(), hours) || !hours.work_days.includes(local.dayOfWeek)) return true
  const time = local.toPlainTime()
  const isFrom = (limit: string) => Temporal.PlainTime.compare(time, clockOf(limit)) >= 0
  const { quiet_from, quiet_until } = hours
  if (quiet_from === quiet_until) return false
  return quiet_from < quiet_until
    ? isFrom(quiet_from) && !isFrom(quiet_until)
    : isFrom(quiet_from) || !isFrom(quiet_until)
}

/**
 * When the person's next summary is due, on a working day.
 * @param after epoch milliseconds; a summary of that very moment is over
 */
export function nextDigest(after: number, hours: Hours): number {
  const start = localTime(after, zoneOf(hours)).toPlainDate()
  for (let days = 0; days < mostDays; days++) {
    const day = start.add({ days })
    if (isAway(day, hours) || !hours.work_days.includes(day.dayOfWeek)) continue
    for (const time of hours.digests.toSorted()) {
      const due = day.toZonedDateTime({ timeZone: zoneOf(hours), plainTime: clockOf(time) })
      if (due.epochMilliseconds > after) return due.epochMilliseconds
    }
  }
  return after + mostDays * dayMs
}
