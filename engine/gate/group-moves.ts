/** Products whose brand or category changed so, of those that had the old one. */
export interface GroupMove {
  was: string
  is: string
  n: number
  size: number
}

/** So many of an old value's products have one new value where it was renamed. */
const leastOfOld = 0.8
/** So many old values that become one are more than spellings of one name. */
const leastMerged = 4

interface UnruledMoves {
  /** Of old values that became many. */
  scatterings: GroupMove[]
  /** Of old values that became one another wholly, or numbers. */
  misplacements: GroupMove[]
  /** What many old values became at once, by how many products beside the largest of them. */
  merger: { value: string; n: number }
}

/**
 * The pairs of an old and a new value that no rule makes. A value is renamed where most of its products have
 * one new value; a refined one keeps its words; one that becomes what another was is exchanged with it,
 * unless that one stays.
 */
export function sortUnruled(moves: readonly GroupMove[]): UnruledMoves {
  const rules = new Map(
    moves.filter(({ n, size }) => n >= size * leastOfOld).map(({ was, is }) => [was, is] as const),
  )
  const kindOf = ({ was, is }: GroupMove): 'ruled' | 'torn' | 'misplaced' => {
    if (refines(was, is)) return 'ruled'
    if (rules.get(was) !== is) return 'torn'
    return (rules.get(is) ?? is) === is && !losesLetters(was, is) ? 'ruled' : 'misplaced'
  }
  const { ruled = [], torn = [], misplaced = [] } = Object.groupBy(moves, kindOf)
  const mergers = [...Map.groupBy(ruled, (m) => m.is)].map(([value, mergedMoves]) => ({
    value,
    n: mergedMoves.length < leastMerged ? 0 : sum(mergedMoves) - Math.max(...mergedMoves.map((m) => m.n)),
  }))
  return {
    scatterings: torn,
    misplacements: misplaced,
    merger: mergers.reduce((a, b) => (b.n > a.n ? b : a), { value: '', n: 0 }),
  }
}

/** How many products these are. */
export const sum = (moves: readonly GroupMove[]) => moves.reduce((n, m) => n + m.n, 0)
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const refines = (was: string, is: string) => {
  const now = new Set(wordsOf(is))
  const old = wordsOf(was)
  return old.length > 0 && old.every((word) => now.has(word))
}
/** A name that became a number is another column's. */
const losesLetters = (was: string, is: string) => /\p{L}/u.test(was) && !/\p{L}/u.test(is)
