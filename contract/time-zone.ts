import { z } from 'zod'

/** Offsets such as +05:30 are left out: browsers, Temporal and PostgreSQL don't read them the same way. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

const isZone = (zone: string): boolean => {
  if (!zoneName.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
/** The name of a time zone: America/New_York. */
export const timeZone = z.string().max(64).refine(isZone, 'Choose a time zone')
