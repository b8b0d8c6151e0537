/** A product's text before and after, and what else the catalogue says about that product. */
export interface TextChange {
  was: string
  is: string
  own: string
}

/** Random pairs share less than what counts as related in this share of cases. */
const chance = 0.9
/** How many other products each new text is compared with. */
const shuffles = 4
const mostWords = 40
/** A word of fewer texts than this has no translation. */
const leastTold = 5
/** A word's translation is in at least this share of the texts that had the word. */
const leastSame = 0.7

type Words = ReadonlySet<string>

/** A text change as words: the old text, the old text with what else is known, and the new text. */
interface WordChange {
  before: Words
  known: Words
  after: Words
}

/**
 * How many new texts have nothing to do with their product. They share no more words with what the product was,
 * weighted by rarity, than with any other product; and they are no translation, in which the same words become
 * the same words.
 * @param byOne one related word is enough, as when a title names the category
 */
export function countUnrelated(texts: readonly TextChange[], byOne = false): number {
  const changes = texts.map((text): WordChange => {
    const before = wordsOf(text.was)
    return { before, known: new Set([...before, ...wordsOf(text.own)]), after: wordsOf(text.is) }
  })
  const weights = weightsOf(changes.map((t) => t.after))
  const bound = chanceBound(changes, weights)
  const strange = changes.filter(({ known, after }) => {
    const share = sharedWeight(known, after, weights)
    return share <= bound && share < 0.5
  })
  const partners = translations(byOne ? changes.map((t) => ({ ...t, before: t.known })) : changes)
  return strange.filter(({ before, known, after }) => {
    const pairs = [...(byOne ? known : before)].flatMap((word) => partners.get(word) ?? [])
    const matches = pairs.filter((partner) => after.has(partner)).length
    return matches === 0 || (!byOne && matches * 2 < pairs.length)
  }).length
}

/** The share of a new text's words, by weight, that are known. */
function sharedWeight(known: Words, after: Words, weights: ReadonlyMap<string, number>): number {
  let all = 0
  let shared = 0
  for (const word of after) {
    const weight = weights.get(word) ?? 0
    all += weight
    if (known.has(word)) shared += weight
  }
  return all === 0 ? 0 : shared / all
}

/** What new texts share with other products by chance. */
function chanceBound(changes: readonly WordChange[], weights: ReadonlyMap<string, number>): number {
  const n = changes.length
  const shares = changes.flatMap(({ after }, i) =>
    Array.from({ length: shuffles }, (_, k) => {
      const index = (i + 1 + Math.floor(((k + 1) * 0.61803 * n) % n)) % n
      const partner = changes[index]
      return index === i || !partner ? 0 : sharedWeight(partner.known, after, weights)
    }),
  )
  return shares.toSorted((a, b) => a - b)[Math.floor(shares.length * chance)] ?? 0
}

/** Each word's translation: the word in most texts that had it, and in few others. */
function translations(changes: readonly Pick<WordChange, 'before' | 'after'>[]) {
  const oldCounts = countsOf(changes.map((t) => t.before))
  const newCounts = countsOf(changes.map((t) => t.after))
  const together = new Map<string, Map<string, number>>()
  for (const { before, after } of changes)
    for (const word of before) {
      if ((oldCounts.get(word) ?? 0) < leastTold) continue
      const partnerCounts = together.get(word) ?? new Map<string, number>()
      together.set(word, partnerCounts)
      for (const newWord of after)
        if ((newCounts.get(newWord) ?? 0) >= leastTold)
          partnerCounts.set(newWord, (partnerCounts.get(newWord) ?? 0) + 1)
    }
  const partners = new Map<string, string>()
  for (const [word, partnerCounts] of together) {
    const n = oldCounts.get(word) ?? 0
    // a word that all texts have is no translation
    const excess = (newWord: string, count: number) => {
      const chanceCount = (n * (newCounts.get(newWord) ?? 0)) / changes.length
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

/** A word in all texts weighs nothing, a word in only one of them the most. */
function weightsOf(texts: readonly ReadonlySet<string>[]): Map<string, number> {
  return new Map([...countsOf(texts)].map(([word, n]) => [word, Math.log((texts.length + 1) / n)]))
}
