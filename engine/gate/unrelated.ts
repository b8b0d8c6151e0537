/** A product's text before and after, and what else the catalogue says of that product. */
export interface Retold {
  was: string
  is: string
  own: string
}

/** Of shuffled pairs so many have less in common than what counts as related. */
const chance = 0.9
/** Each new text is held beside so many other products. */
const shuffles = 4
const mostWords = 40
/** A word of fewer texts than this has no translation. */
const leastTold = 5
/** A word's translation is in so many of the texts that had the word. */
const leastSame = 0.7

/**
 * How many new texts have nothing of their product in them: no more words in common with what it was, weighed
 * by how rare they are, than with any other product; nor are they a translation, in which the same words
 * become the same words.
 * @param byOne one word that tells the new text is enough, as of a title that tells the category
 */
export function unrelated(texts: readonly Retold[], byOne = false): number {
  const told = texts.map(({ was, is, own }) => {
    const old = wordsOf(was)
    return { old, known: new Set([...old, ...wordsOf(own)]), is: wordsOf(is) }
  })
  const weights = weightsOf(told.map((t) => t.is))
  const common = (known: ReadonlySet<string>, is: ReadonlySet<string>): number => {
    let all = 0
    let shared = 0
    for (const word of is) {
      const weight = weights.get(word)!
      all += weight
      if (known.has(word)) shared += weight
    }
    return all === 0 ? 0 : shared / all
  }
  const byChance = told.flatMap(({ is }, i) =>
    Array.from({ length: shuffles }, (_, k) => {
      const other = (i + 1 + Math.floor(((k + 1) * 0.61803 * texts.length) % texts.length)) % texts.length
      return other === i ? 0 : common(told[other]!.known, is)
    }),
  )
  const bound = byChance.toSorted((a, b) => a - b)[Math.floor(byChance.length * chance)] ?? 0
  const strange = told.filter(({ known, is }) => {
    const own = common(known, is)
    return own <= bound && own < 0.5
  })
  const translated = byOne ? told.map((t) => ({ ...t, old: t.known })) : told
  const partners = translations(translated)
  return strange.filter(({ old, known, is }) => {
    const words = [...(byOne ? known : old)].filter((word) => partners.has(word))
    const met = words.filter((word) => is.has(partners.get(word)!)).length
    return met === 0 || (!byOne && met * 2 < words.length)
  }).length
}

/** Each word's translation: what stands in most texts that had it, and in few others. */
function translations(told: readonly { old: ReadonlySet<string>; is: ReadonlySet<string> }[]) {
  const before = countsOf(told.map((t) => t.old))
  const after = countsOf(told.map((t) => t.is))
  const together = new Map<string, Map<string, number>>()
  for (const { old, is } of told)
    for (const word of old) {
      if (before.get(word)! < leastTold) continue
      const of = together.get(word) ?? new Map<string, number>()
      together.set(word, of)
      for (const other of is) if (after.get(other)! >= leastTold) of.set(other, (of.get(other) ?? 0) + 1)
    }
  const out = new Map<string, string>()
  for (const [word, of] of together) {
    const n = before.get(word)!
    // what all texts have is nobody's translation
    const beyond = (other: string, count: number) => {
      const expected = (n * after.get(other)!) / told.length
      return count - expected - 3 * Math.sqrt(expected)
    }
    const [best] = [...of].toSorted((a, b) => beyond(...b) - beyond(...a))
    if (best && best[1] >= n * leastSame && beyond(...best) > 1) out.set(word, best[0])
  }
  return out
}

function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords))
}

function countsOf(texts: readonly ReadonlySet<string>[]): Map<string, number> {
  const out = new Map<string, number>()
  for (const text of texts) for (const word of text) out.set(word, (out.get(word) ?? 0) + 1)
  return out
}

/** A word that all texts have weighs nothing; one of them alone, most. */
function weightsOf(texts: readonly ReadonlySet<string>[]): Map<string, number> {
  return new Map([...countsOf(texts)].map(([word, n]) => [word, Math.log((texts.length + 1) / n)]))
}
