import type { ProductField } from '#contract/feeds/settings.ts'
import { hasPattern, matchOf, plain, wordsIn } from './column-words.ts'
import { confirm } from './confirmed.ts'
import { blankSure, enough, byName, sureOf, type Guess } from './guess.ts'
import { priceKindOf } from './price-names.ts'
import { fewest, type TableSample } from './table-sample.ts'
import { shareOf } from './value-shapes.ts'
import { wholeNames } from './whole-names.ts'
import { neutralWords, wordsWithin } from './words-within.ts'

/** Words that a heading adds to its name: units, currencies, with or without tax. */
const besideNames = new Set(
  (
    'eur euro usd chf gbp dollar pln kg g gr gramm lb lbs oz cm mm m in inch ' +
    'грн руб uah rub zl netto net brutto gross ht excl inkl incl mwst btw iva vat zzgl pro je stk st pcs stuck stueck'
  ).split(' '),
)
/** Whole names that say something else as often; a longer name that says more wins. */
const weakNames: Partial<Record<ProductField, ReadonlySet<string>>> = {
  sku: new Set(['id', 'gid', 'mpn', 'code', 'reference', 'ref', 'symbol', 'artikel']),
}

/** Names of a title or a key, whichever their values are. */
const eitherNames = new Set(
  'item items product article artikel produkt produit producto prodotto produto товар'.split(' ').map(plain),
)
/** Several words, as a title has them. */
const areWords = (values: readonly string[]) => shareOf(values, (v) => /\p{L}{3,}[\s,]+\S/u.test(v)) >= 0.5

/** The words by which a column's whole name may be recognized, surest first, with how sure they are. */
function wholeWordsOf(column: string): (readonly [word: string, sure: number])[] {
  const name = column.replace(/^[a-z]{1,3}:|^@/i, '')
  const tail = name.includes('/') ? name.slice(name.lastIndexOf('/') + 1).replace(/^\w+:|^@/, '') : name
  const parts = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(plain)
  const bare = parts.filter((part) => !besideNames.has(part)).join('')
  return [
    [plain(name), sureOf.wholeName],
    [bare, sureOf.besideUnit],
    ...(tail === name ? [] : [[plain(tail), sureOf.endOfPath] as const]),
  ]
}

const allWholeNames = new Set(wholeNames.flatMap(([, words]) => words))
/** Whether a text is a name that suppliers give a column. */
export const isColumnName = (text: string): boolean =>
  wholeWordsOf(text).some(([word]) => word !== '' && allWholeNames.has(word)) ||
  priceKindOf(text) !== undefined

const keyNames = new Set(wholeNames.flatMap(([field, words]) => (field === 'sku' ? words : [])))
/** Whether a name is a product's key, such as its SKU. */
export const namesKey = (text: string): boolean =>
  wholeWordsOf(text).some(([word, sure]) => sure !== sureOf.endOfPath && keyNames.has(word))

/** Fields whose columns are compared with each other before one is chosen. */
const comparedFields: ReadonlySet<ProductField> = new Set(['wholesale_price', 'msrp', 'quantity'])

/** Each field's likeliest unused column by its name, confirmed by its values; prices and stock are left out. */
export function guessByName(table: TableSample): Guess[] {
  const candidates = [...wholeCandidates(table), ...withinCandidates(table)]
  const guesses: Guess[] = []
  const used = new Set<string>()
  for (const guess of candidates.toSorted(bySure)) {
    if (used.has(guess.from) || guesses.some((g) => g.field === guess.field)) continue
    used.add(guess.from)
    guesses.push(guess)
  }
  return guesses
}

interface Candidate extends Guess {
  /** How likely the name is among those of its field. */
  rank: number
}
const fieldOrder = wholeNames.map(([field]) => field)
const bySure = (a: Candidate, b: Candidate) =>
  tier(b) - tier(a) ||
  fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field) ||
  a.rank - b.rank ||
  b.sure - a.sure
/** Small differences of what the values confirm don't change the order of names. */
const tier = (candidate: Candidate) => Math.round(candidate.sure * 10)

/** A name's certainty by its values; undefined if they contradict it. */
function weigh(table: TableSample, field: ProductField, from: string, nameSure: number) {
  const values = table.values(from)
  if (table.rows > 0 && values.length === 0)
    return { sure: Math.min(blankSure, nameSure), because: `${byName}, blank in the first rows` }
  const { trust, because } = confirm(field, values)
  const sure = nameSure * trust
  return sure < enough ? undefined : { sure, because: [byName, because].filter(Boolean).join(', ') }
}

function wholeCandidates(table: TableSample): Candidate[] {
  return table.columns.flatMap((from) => {
    const nameWords = wholeWordsOf(from)
    // part of a name says less than the whole name, whichever field comes first
    const first = nameWords.findIndex(([word]) => wholeNames.some(([, words]) => words.includes(word)))
    const [word, nameSure] = nameWords[first] ?? []
    if (!word || nameSure === undefined) return []
    return wholeNames.flatMap(([field, words]): Candidate[] => {
      const rank = words.indexOf(word)
      if (rank < 0 || comparedFields.has(field)) return []
      if (eitherNames.has(word) && areWords(table.values(from)) !== (field === 'title')) return []
      const isWeak = weakNames[field]?.has(word) === true
      const weight = weigh(table, field, from, isWeak ? Math.min(nameSure, sureOf.weakName + 0.1) : nameSure)
      return weight ? [{ field, from, rank, ...weight }] : []
    })
  })
}

function withinCandidates(table: TableSample): Candidate[] {
  return table.columns.flatMap((from) => {
    const nameWords = wordsIn(from)
    if (nameWords.length === 0 || priceKindOf(from) !== undefined) return []
    return (Object.keys(wordsWithin) as ProductField[]).flatMap((field): Candidate[] => {
      const nameSure = comparedFields.has(field) ? undefined : sureWithin(nameWords, field)
      if (nameSure === undefined) return []
      // a key that repeats is none, unless its whole name says so
      const values = table.values(from)
      if (field === 'sku' && values.length >= fewest && new Set(values).size < 0.7 * values.length) return []
      const weight = weigh(table, field, from, nameSure)
      return weight ? [{ field, from, rank: 1000, ...weight }] : []
    })
  })
}

/** How sure the words within a name say a field; undefined: they don't. */
export function sureWithin(nameWords: readonly string[], field: ProductField): number | undefined {
  const nameSure = wordsWithin[field]
  if (!nameSure) return undefined
  const match = matchOf(nameWords, nameSure.words)
  if (!match) return undefined
  const others = nameWords.filter((_, i) => i < match.place || i >= match.place + match.length)
  if (hasPattern(others, nameSure.not)) return undefined
  const unknown = others.filter((word) => !/^\d+$/.test(word) && !hasPattern([word], neutralWords))
  if (unknown.length === 0) return sureOf.withinName
  return unknown.length === 1 ? sureOf.withinLongerName : sureOf.withinLongerName - 0.1
}

/** A description of a few words is what others call the title. */
export const areShort = (values: readonly string[]): boolean =>
  values.length >= fewest && values.every((v) => v.length <= 80)
