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
  const alike = named
    .map(({ vendor_id, name }) => ({
      vendor_id,
      slips: slipsIn(asked, wordsOf(name)),
      matched: { by: 'similar name' as const, text: name },
    }))
    .filter((row) => row.slips < Infinity)
    .toSorted((a, b) => a.slips - b.slips)
  return alike.filter((row, i) => alike.findIndex((other) => other.vendor_id === row.vendor_id) === i)
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The slips that make the asked words words of the name; none where one is too far from all of them. */
function slipsIn(asked: readonly string[], name: readonly string[]): number {
  return asked.reduce((sum, word) => {
    const slips = Math.min(...name.map((other) => distance(word, other)))
    return slips <= forgiven(word.length) ? sum + slips : Infinity
  }, 0)
}
