import type { Match } from '#contract/search/matched.ts'
import { slipsIn, wordsOf } from '#server/platform/database/spelling.ts'

export interface NamedVendor {
  vendor_id: number
  name: string
}
export interface Alike {
  vendor_id: number
  slips: number
  matched: Match
}

/** The names that are the searched words with typos, the nearest first, each vendor by its nearest. */
export function nearest(words: readonly string[], vendors: readonly NamedVendor[]): Alike[] {
  const slips = slipsIn(words)
  const alike = vendors
    .map(({ vendor_id, name }) => ({
      vendor_id,
      slips: slips(wordsOf(name)),
      matched: { by: 'similar name' as const, text: name },
    }))
    .filter((row) => row.slips < Infinity)
    .toSorted((a, b) => a.slips - b.slips)
  const seenIds = new Set<number>()
  return alike.filter(({ vendor_id }) => !seenIds.has(vendor_id) && seenIds.add(vendor_id))
}
