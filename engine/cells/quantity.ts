import { besideCount, stockWords, wordKey } from './stock-words.ts'

/** `1,000`, `12 500`, `1'000`, `12.0`: a whole number, with groups of thousands or a fraction of zeros. */
const wholePart = String.raw`\d{1,3}(?:[,'’\s\u00a0\u202f]\d{3})+|\d+`
/** `2.000` may be two or two thousand. */
const zeros = String.raw`(?:[.,](?:0{1,2}|0{4,})(?!\d)|(?<=^\D*0)[.,]000)?`
const countedPieces = new RegExp(String.raw`^[<>~≥≤=≈±\s]*(${wholePart})${zeros}\s*\+?$`)
const withinWords = new RegExp(
  String.raw`^([^\d<>]*?)[\s:([]*[<>~≥≤]?\s*(${wholePart})${zeros}\s*\+?[\s)\]]*([^\d]*)$`,
)
/** Longer texts aren't quantities. */
const longest = 80

/**
 * The number of pieces that a text says: words such as `in-stock` by the table, `>100`, `100+`, `1,000`, `10 шт.`
 * and `In stock (25)` by their number. A text that says none stays unchanged.
 */
export function readQuantity(value: string, ownWords: ReadonlyMap<string, number>): string {
  const text = value.trim()
  if (text === '' || text.length > longest) return text
  if (/^[-–—]+$/.test(text)) return '0'
  const word = wordKey(text)
  const meaning = ownWords.get(word) ?? stockWords.get(word)
  if (meaning !== undefined) return String(meaning)
  const negative = /^\((\d+)\)$|^(\d+)\s*[-−]$/.exec(text)
  if (negative) return `-${negative[1] ?? negative[2]}`
  const number = countedPieces.exec(text)?.[1]
  if (number !== undefined) return digitsOf(number)
  const [, before = '', amount, after = ''] = withinWords.exec(text) ?? []
  if (amount === undefined || /[-−]$/.test(before)) return text
  const words = [before, after].map(wordKey).filter(Boolean)
  const meanings = words.map(
    (w) => ownWords.get(w) ?? stockWords.get(w) ?? (isBesideCount(w) ? 1 : undefined),
  )
  if (meanings.includes(undefined)) return text
  return meanings.includes(0) ? '0' : digitsOf(amount)
}

const digitsOf = (number: string) => number.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
/** Every word counts pieces: `only 3 left` does, `ships in 3 days` doesn't. */
const isBesideCount = (words: string) =>
  words.split(/[^\p{L}]+/u).every((word) => word === '' || besideCount.has(word))

/** Words of a supplier's own with their numbers. */
export const ownStockWords = (words: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(words).map(([word, n]) => [wordKey(word), n] as const))

/** The supplier's words among the values that mean a quantity, the first of them. */
export const stockWordsAmong = (values: readonly string[], most: number): Record<string, number> =>
  Object.fromEntries(
    [...new Set(values.map((v) => v.trim().toLowerCase()))]
      .flatMap((word) => {
        const n = stockWords.get(wordKey(word))
        return n === undefined || plainWords.has(wordKey(word)) ? [] : [[word, n] as const]
      })
      .slice(0, most),
  )
/** Words so usual that the mapping needn't list them. */
const plainWords: ReadonlySet<string> = new Set(
  (
    'yes|no|y|n|true|false|none|call|in stock|instock|available|low|low stock|out of stock|outofstock|' +
    'discontinued|sold out|backorder|preorder|unavailable'
  ).split('|'),
)
