/** How many products changed from one brand or category to another, and how many had the old one. */
export interface GroupMove {
  was: string
  is: string
  n: number
  size: number
}

/** A value was renamed if at least this share of its products have one new value. */
const leastOfOld = 0.8
/** At least this many old values that become one are more than spellings of one name. */
const leastMerged = 4

interface UnruledMoves {
  /** Old values that became many. */
  scatterings: GroupMove[]
  /** Old values that entirely became another existing value, or a number. */
  misplacements: GroupMove[]
  /** The new value of many old ones, with the products of all but the largest. */
  merger: { value: string; n: number }
}

/**
 * The pairs of an old and a new value that follow no rule. A value is renamed if most of its products have one
 * new value; a refined one keeps its words; one that becomes what another was is exchanged with it, unless that
 * one stays.
 */
export function sortUnruled(moves: readonly GroupMove[]): UnruledMoves {
  const renamings = moves.filter(({ n, size }) => n >= size * leastOfOld)
  const rules = new Map(renamings.map((move) => [move.was, move.is] as const))
  const kindOf = (move: GroupMove): 'rule' | 'scattering' | 'misplacement' => {
    if (refines(move)) return 'rule'
    if (rules.get(move.was) !== move.is) return 'scattering'
    const target = rules.get(move.is) ?? move.is
    return target === move.is && !losesLetters(move) ? 'rule' : 'misplacement'
  }
  const kinds = Object.groupBy(moves, kindOf)
  const mergers = [...Map.groupBy(kinds.rule ?? [], (m) => m.is)].map(([value, mergedMoves]) => ({
    value,
    n: mergedMoves.length < leastMerged ? 0 : sum(mergedMoves) - Math.max(...mergedMoves.map((m) => m.n)),
  }))
  return {
    scatterings: kinds.scattering ?? [],
    misplacements: kinds.misplacement ?? [],
    merger: mergers.reduce((a, b) => (b.n > a.n ? b : a), { value: '', n: 0 }),
  }
}

/** How many products moved. */
export const sum = (moves: readonly GroupMove[]) => moves.reduce((n, m) => n + m.n, 0)
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const refines = ({ was: before, is: after }: GroupMove) => {
  const newWords = new Set(wordsOf(after))
  const oldWords = wordsOf(before)
  return oldWords.length > 0 && oldWords.every((word) => newWords.has(word))
}
/** A name that became a number comes from another column. */
const losesLetters = ({ was: before, is: after }: GroupMove) => /\p{L}/u.test(before) && !/\p{L}/u.test(after)
