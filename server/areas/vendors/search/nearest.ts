import type { Matched } from '#contract/search/matched.ts'
import { slipsIn, wordsOf } from '#server/platform/database/spelling.ts'

export interface Named {
  vendor_id: number
  name: string
}
export interface Alike {
  vendor_id: number
  slips: number
  matched: Matched
}

/** The names that are the asked words but for slips, the nearest first, each vendor by its nearest. */
export function nearest(asked: readonly string[], named: readonly Named[]): Alike[] {
  const slips = slipsIn(asked)
  const alike = named
    .map(({ vendor_id, name }) => ({
      vendor_id,
      slips: slips(wordsOf(name)),
      matched: { by: 'similar name' as const, text: name },
    }))
    .filter((row) => row.slips < Infinity)
    .toSorted((a, b) => a.slips - b.slips)
  const seen = new Set<number>()
  return alike.filter(({ vendor_id }) => !seen.has(vendor_id) && seen.add(vendor_id))
}
