/** `Größe (cm)` → `grossecm`: letters and digits without marks, blanks and capitals. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The last part of a path with its attribute, without prefixes: `cac:Price/cbc:Amount@currencyID` → `Amount@currencyID`. */
function tailOf(column: string): string {
  const slash = column.includes('://') ? -1 : column.lastIndexOf('/')
  // `EAN/GTIN` and `Höhe / Länge` are alternatives, not a path
  const isPath = slash > 0 && !/\s/.test(column) && /^[\w:.@[\]/-]+$/.test(column)
  return (isPath ? column.slice(slash + 1) : column).replace(/^[a-z]\w*:(?=\S)/i, '')
}

/** A name's words: `StockAvailable`, `stock_available` and `Stock available` are the same two. */
export function wordsIn(column: string): string[] {
  const tail = tailOf(column)
  // what an attribute holds is its own name
  const lastName = tail.slice(tail.lastIndexOf('@') + 1) || tail
  return lastName
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plain)
    .filter(Boolean)
}

/** A pattern of words: `stock_code` are two in a row, `*preis` one that ends so. */
export type WordPattern = readonly RegExp[]

/** Patterns from their text: blanks between them, `_` between the words of one. */
export const patterns = (text: string): WordPattern[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((pattern) =>
      pattern
        .split('_')
        .map((word) => new RegExp(`^${word.split('*').map(plain).join('[\\p{L}\\p{N}]*')}$`, 'u')),
    )

/** Where a pattern's words stand in a name: the first one's place; −1 if they don't. */
export const placeOf = (words: readonly string[], pattern: WordPattern): number =>
  words.findIndex((_, place) => pattern.every((word, i) => word.test(words[place + i] ?? '')))

/** The longest of the patterns that stands in a name. */
export function matchOf(
  words: readonly string[],
  all: readonly WordPattern[],
): { place: number; length: number } | undefined {
  let best: { place: number; length: number } | undefined
  for (const pattern of all) {
    if (best && pattern.length <= best.length) continue
    const place = placeOf(words, pattern)
    if (place >= 0) best = { place, length: pattern.length }
  }
  return best
}

export const hasPattern = (words: readonly string[], all: readonly WordPattern[]): boolean =>
  all.some((pattern) => placeOf(words, pattern) >= 0)
