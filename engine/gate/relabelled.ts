/** Products whose brand or category changed so, of those that had the old one. */
export interface Moved {
  was: string
  is: string
  n: number
  size: number
}

/** So many of an old value's products have one new value where it was renamed. */
const leastOfOld = 0.8
/** So many old values that become one are more than spellings of one name. */
const leastMerged = 4

interface Unruled {
  /** Of old values that became many. */
  torn: Moved[]
  /** Of old values that became one another wholly, or numbers. */
  misplaced: Moved[]
  /** What many old values became at once, by how many products beside the largest of them. */
  into: { value: string; n: number }
}

/**
 * The pairs of an old and a new value that no rule makes. A value is renamed where most of its products have
 * one new value; a refined one keeps its words; one that becomes what another was is exchanged with it,
 * unless that one stays.
 */
export function unruled(moved: readonly Moved[]): Unruled {
  const rules = new Map(
    moved.filter(({ n, size }) => n >= size * leastOfOld).map(({ was, is }) => [was, is] as const),
  )
  const kindOf = ({ was, is }: Moved): 'ruled' | 'torn' | 'misplaced' => {
    if (refines(was, is)) return 'ruled'
    if (rules.get(was) !== is) return 'torn'
    return (rules.get(is) ?? is) === is && !losesLetters(was, is) ? 'ruled' : 'misplaced'
  }
  const { ruled = [], torn = [], misplaced = [] } = Object.groupBy(moved, kindOf)
  const beside = [...Map.groupBy(ruled, (m) => m.is)].map(([value, of]) => ({
    value,
    n: of.length < leastMerged ? 0 : sum(of) - Math.max(...of.map((m) => m.n)),
  }))
  return { torn, misplaced, into: beside.reduce((a, b) => (b.n > a.n ? b : a), { value: '', n: 0 }) }
}

/** How many products these are. */
export const sum = (of: readonly Moved[]) => of.reduce((n, m) => n + m.n, 0)
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const refines = (was: string, is: string) => {
  const now = new Set(wordsOf(is))
  const old = wordsOf(was)
  return old.length > 0 && old.every((word) => now.has(word))
}
/** A name that became a number is another column's. */
const losesLetters = (was: string, is: string) => /\p{L}/u.test(was) && !/\p{L}/u.test(is)
