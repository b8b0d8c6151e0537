interface Measured {
  bytes: number
  /** New bytes a day, without what was removed; null: not measured yet. */
  added_bytes_day: number | null
  /** How many days are kept; null: for ever. */
  days: number | null
}

/** The days of the forecast. */
export const forecastDays = 90

/**
 * The size in 90 days at today's growth: what is kept for fewer days stops growing when as much is removed as is
 * added.
 */
export function forecastBytes({ bytes, added_bytes_day: added, days }: Measured): number | null {
  if (added === null) return null
  const grown = bytes + forecastDays * added
  if (days === null) return grown
  // within 90 days nothing of today is left of what is kept for fewer
  const least = days > forecastDays ? bytes : 0
  return Math.min(grown, Math.max(added * days, least))
}
