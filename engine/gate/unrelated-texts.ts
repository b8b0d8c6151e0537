/** A product's text before and after, and what else the catalogue says of that product. */
export interface TextChange {
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
export function countUnrelated(texts: readonly TextChange[], byOne = false): number {
  const wordChanges = texts.map(({ was, is, own }) => {
    const old = wordsOf(was)
    return { old, known: new Set([...old, ...wordsOf(own)]), is: wordsOf(is) }
  })
  const weights = weightsOf(wordChanges.map((t) => t.is))
  const common = (known: ReadonlySet<string>, is: ReadonlySet<string>): number => {
    let all = 0
    let sharedWeight = 0
    for (const word of is) {
      const weight = weights.get(word)!
      all += weight
      if (known.has(word)) sharedWeight += weight
    }
    return all === 0 ? 0 : sharedWeight / all
  }
  const byChance = wordChanges.flatMap(({ is }, i) =>
    Array.from({ length: shuffles }, (_, k) => {
      const partner = (i + 1 + Math.floor(((k + 1) * 0.61803 * texts.length) % texts.length)) % texts.length
      return partner === i ? 0 : common(wordChanges[partner]!.known, is)
    }),
  )
  const bound = byChance.toSorted((a, b) => a - b)[Math.floor(byChance.length * chance)] ?? 0
  const strange = wordChanges.filter(({ known, is }) => {
    const ownShare = common(known, is)
    return ownShare <= bound && ownShare < 0.5
  })
  const translatable = byOne ? wordChanges.map((t) => ({ ...t, old: t.known })) : wordChanges
  const partners = translations(translatable)
  return strange.filter(({ old, known, is }) => {
    const words = [...(byOne ? known : old)].filter((word) => partners.has(word))
    const metWords = words.filter((word) => is.has(partners.get(word)!)).length
    return metWords === 0 || (!byOne && metWords * 2 < words.length)
  }).length
}

/** Each word's translation: what stands in most texts that had it, and in few others. */
function translations(wordChanges: readonly { old: ReadonlySet<string>; is: ReadonlySet<string> }[]) {
  const before = countsOf(wordChanges.map((t) => t.old))
  const after = countsOf(wordChanges.map((t) => t.is))
  const together = new Map<string, Map<string, number>>()
  for (const { old, is } of wordChanges)
    for (const word of old) {
      if (before.get(word)! < leastTold) continue
      const partnerCounts = together.get(word) ?? new Map<string, number>()
      together.set(word, partnerCounts)
      for (const newWord of is)
        if (after.get(newWord)! >= leastTold)
          partnerCounts.set(newWord, (partnerCounts.get(newWord) ?? 0) + 1)
    }
  const partners = new Map<string, string>()
  for (const [word, partnerCounts] of together) {
    const n = before.get(word)!
    // what all texts have is nobody's translation
    const excess = (newWord: string, count: number) => {
      const chanceCount = (n * after.get(newWord)!) / wordChanges.length
      return count - chanceCount - 3 * Math.sqrt(chanceCount)
    }
    const [best] = [...partnerCounts].toSorted((a, b) => excess(...b) - excess(...a))
    if (best && best[1] >= n * leastSame && excess(...best) > 1) partners.set(word, best[0])
  }
  return partners
}

function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords))
}

function countsOf(texts: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** A word that all texts have weighs nothing; one of them alone, most. */
function weightsOf(texts: readonly ReadonlySet<string>[]): Map<string, number> {
  return new Map([...countsOf(texts)].map(([word, n]) => [word, Math.log((texts.length + 1) / n)]))
}
