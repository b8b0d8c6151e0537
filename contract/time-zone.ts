import { z } from 'zod'

const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
/** The name of a time zone: America/New_York. */
export const timeZone = z.string().max(64).refine(isZone, 'Choose a time zone')
