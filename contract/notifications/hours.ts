import { z } from 'zod'
import { timeZone } from '../time-zone.ts'

/** When a person wants to hear what isn't urgent. Times are `HH:MM` in the person's own zone. */
export interface Hours {
  time_zone: string
  quiet_from: string
  quiet_until: string
  /** 1 is Monday, 7 is Sunday. */
  work_days: readonly number[]
  digests: readonly string[]
  /** The last day of an absence, `YYYY-MM-DD`. */
  away_until: string | null
}

/** Of a person who has chosen nothing. */
export const usualHours: Hours = {
  time_zone: 'America/New_York',
  quiet_from: '18:00',
  quiet_until: '08:00',
  work_days: [1, 2, 3, 4, 5],
  digests: ['08:00', '13:00'],
  away_until: null,
}

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export const mostDigests = 4

const time = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Enter a time such as 08:00')
export const givenHours = z.object({
  time_zone: timeZone,
  quiet_from: time,
  quiet_until: time,
  work_days: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day').max(7),
  digests: z
    .array(time)
    .min(1, 'Enter at least one time')
    .max(mostDigests)
    .refine((times) => new Set(times).size === times.length, 'Each time only once'),
  away_until: z.iso.date('Enter a date').nullable(),
})
