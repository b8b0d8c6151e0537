import { noOwner } from '#contract/reports/closed-deals.ts'

/** The colors of charts, `--d1` to `--d6`. */
export const colors = 6

/**
 * The color of each owner, counted from 0, whatever the range or the rank: the first is of deals without an owner. Others
 * have one by their name, or the next free one.
 */
export function ownerColors(names: readonly string[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>()
  if (names.includes(noOwner)) taken.set(noOwner, 0)
  for (const name of names.filter((other) => other !== noOwner).toSorted()) {
    const used = new Set(taken.values())
    const wanted = hash(name) % (colors - 1)
    const choices = Array.from({ length: colors - 1 }, (_, i) => 1 + ((wanted + i) % (colors - 1)))
    taken.set(name, choices.find((color) => !used.has(color)) ?? (used.has(0) ? (choices[0] ?? 1) : 0))
  }
  return taken
}

function hash(text: string): number {
  let sum = 0
  for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return sum
}
