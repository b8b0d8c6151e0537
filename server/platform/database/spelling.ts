/**
 * The number of letters inserted, deleted, replaced or swapped between two words (optimal string
 * alignment).
 */
export function distance(a: string, b: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let best = Math.min(cell(above, j) + 1, cell(row, j - 1) + 1, cell(above, j - 1) + (isSame ? 0 : 1))
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, cell(twoAbove, j - 2) + 1)
      row.push(best)
    }
    twoAbove = above
    above = row
  }
  return cell(above, b.length)
}
const cell = (row: readonly number[], j: number): number => row[j] ?? Infinity

/** Typos tolerated in a word of this length. */
export function forgiven(length: number): number {
  if (length <= 3) return 0
  return length <= 5 ? 1 : 2
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The number of typos between the searched words and the words of a name; Infinity if one is too far from
 * all of them.
 */
export function slipsIn(words: readonly string[]) {
  // names consist of few words, so each is compared once
  const slips = words.map(slipsTo)
  return (name: readonly string[]): number =>
    slips.reduce((sum, to) => sum + Math.min(Infinity, ...name.map(to)), 0)
}

function slipsTo(word: string) {
  const slipsByWord = new Map<string, number>()
  const mostSlips = forgiven(word.length)
  return (candidate: string): number => {
    const knownSlips = slipsByWord.get(candidate)
    if (knownSlips !== undefined) return knownSlips
    const apart = Math.abs(word.length - candidate.length) > mostSlips ? Infinity : distance(word, candidate)
    const slips = apart <= mostSlips ? apart : Infinity
    slipsByWord.set(candidate, slips)
    return slips
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const digits = '0123456789'.split('')
/**
 * Every identifier one typo away from `key`. The index is asked for all of them at once: a thousand
 * lookups in a B-tree, and no second index to maintain.
 */
export function oneSlipAway(key: string): string[] {
  const alphabet = /^\d+$/.test(key) ? digits : [...digits, ...letters]
  const keys = new Set<string>()
  for (let i = 0; i <= key.length; i++) {
    const before = key.slice(0, i)
    const after = key.slice(i)
    keys.add(before + after.slice(1))
    if (after.length > 1) keys.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const c of alphabet) {
      keys.add(before + c + after)
      keys.add(before + c + after.slice(1))
    }
  }
  keys.delete(key)
  return [...keys]
}
