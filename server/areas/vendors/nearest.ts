import type { Matched } from '#contract/search/matched.ts'
import { distance, forgiven } from '#server/platform/spelling.ts'

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

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The slips that make the asked words words of a name; none where one is too far from all of them. */
function slipsIn(asked: readonly string[]) {
  // names are made of few words: each is compared once
  const slips = asked.map(slipsTo)
  return (name: readonly string[]): number =>
    slips.reduce((sum, to) => sum + Math.min(Infinity, ...name.map(to)), 0)
}

function slipsTo(word: string) {
  const known = new Map<string, number>()
  const most = forgiven(word.length)
  return (other: string): number => {
    const kept = known.get(other)
    if (kept !== undefined) return kept
    const apart = Math.abs(word.length - other.length) > most ? Infinity : distance(word, other)
    const slips = apart <= most ? apart : Infinity
    known.set(other, slips)
    return slips
  }
}
