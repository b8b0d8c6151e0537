import type { ProductField } from '#contract/feeds/settings.ts'
import { hasPattern, patterns, wordsIn } from './column-words.ts'
import type { Guess } from './guess.ts'
import { pricesByValues } from './prices.ts'
import { fewest, type TableSample, type Values } from './table-sample.ts'
import {
  countPattern,
  eachMatches,
  gtins,
  isBelow,
  isMostlyUnique,
  isRepeatedWord,
  looksLikeCode,
  looksLikeDate,
  money,
  standsIn,
} from './value-shapes.ts'

/** Names that say that a column of whole numbers isn't stock, or one of texts no title. */
const saysOther = patterns(
  'rating ratings stars review reviews rank score order position sort min max minimum maximum moq pack packs case carton box pallet ' +
    'year age days day weeks lead length width height depth weight size sizes discount tax vat rate count views sales sold status id ids ' +
    'code number no page line row unit units level priority version flag type group category warranty address comment comments note notes ' +
    'seo meta url link slug handle country city contact email phone brand parent related keywords tags features attributes options option ' +
    'delivery availability supplier author date season material colo*r shipping label label_* custom_* text',
)

class ByValues {
  readonly guesses: Guess[] = []
  readonly #table: TableSample
  readonly #named: readonly Guess[]
  readonly #free: string[]

  constructor(table: TableSample, free: readonly string[], named: readonly Guess[]) {
    this.#table = table
    this.#free = [...free]
    this.#named = named
  }

  columnOf(field: ProductField): string | undefined {
    return [...this.#named, ...this.guesses].find((g) => g.field === field)?.from
  }

  take(field: ProductField, sure: number, from: string | undefined, because: string): void {
    if (from === undefined || this.columnOf(field) !== undefined) return
    this.guesses.push({ field, from, sure, because })
    this.#free.splice(this.#free.indexOf(from), 1)
  }

  where(matches: (values: Values, column: string) => boolean): string[] {
    return this.#free.filter((c) => {
      const values = this.#table.values(c)
      return values.length >= fewest && matches(values, c)
    })
  }

  look(
    field: ProductField,
    sure: number,
    because: string,
    matches: (values: Values, column: string) => boolean,
  ): void {
    this.take(field, sure, this.where(matches)[0], because)
  }

  prices(): string[] {
    return pricesByValues(this.#table, this.#free)
  }

  isBelow(column: string, otherColumn: string): boolean {
    return isBelow(this.#table.cells(column), this.#table.cells(otherColumn))
  }
}

/** Guesses from the values of columns whose names say nothing. */
export function guessByValues(table: TableSample, free: readonly string[], named: readonly Guess[]): Guess[] {
  const search = new ByValues(table, free, named)
  search.look('ean', 0.75, '13 digits with the right check digit', gtins(13))
  search.look('upc', 0.75, '12 digits with the right check digit', gtins(12))
  search.look('images', 0.7, 'image addresses', eachMatches(/^https?:\/\/\S+\.(?:jpe?g|png|webp|gif)\b/i))
  search.look(
    'quantity',
    0.6,
    'numbers of pieces',
    (v) => eachMatches(countPattern)(v) && v.some((n) => !/^\d+$/.test(n)),
  )
  const list = search.columnOf('msrp')
  if (list !== undefined)
    search.take(
      'wholesale_price',
      0.55,
      search
        .where((v) => v.every((n) => /^\D{0,3}[\d.,\s]+\D{0,4}$/.test(n)))
        .find((c) => search.isBelow(c, list)),
      `always lower than “${list}” by a similar share`,
    )
  return named.length > 0 ? fillNamed(table, search) : fillUnnamed(table, search)
}

const areCodes = (v: Values) =>
  isMostlyUnique(v) &&
  v.every((code) => looksLikeCode(code) && /\d/.test(code) && !looksLikeDate(code)) &&
  !v.some((n) => money.test(n))
const areTitles = (v: Values) =>
  isMostlyUnique(v) &&
  v.filter((t) => /\p{L} \p{L}|\p{L}{3,} /u.test(t)).length > v.length / 2 &&
  v.every((t) => t.length <= 300 && !/https?:/.test(t))

/** In a file whose names say some fields, values say the rest only where one column alone fits. */
function fillNamed(table: TableSample, search: ByValues): Guess[] {
  const isOther = (column: string) => hasPattern(wordsIn(column), saysOther)
  const only = (columns: readonly string[]) => (columns.length === 1 ? columns[0] : undefined)
  if (search.columnOf('sku') === undefined)
    search.take(
      'sku',
      0.55,
      only(search.where((v, c) => areCodes(v) && !isOther(c))),
      'a different code in each row',
    )
  if (search.columnOf('sku') === undefined) return search.guesses
  const titles = search.where((v, c) => areTitles(v) && !isOther(c))
  if (search.columnOf('title') === undefined)
    search.take(
      'title',
      0.55,
      titles.find((c) => table.values(c).every((t) => t.length <= 150)),
      'a different text of a few words in each row',
    )
  const prices = search.prices().filter((c) => !isOther(c))
  search.take('wholesale_price', 0.55, only(prices), 'the only column of prices')
  const stock = search.where((v, c) => areFewPieces(v) && !isOther(c))
  // beside more columns, a number may be anything
  if (table.columns.length <= 4)
    search.take('quantity', 0.55, only(stock), 'the only column of whole numbers, 0 among them')
  return search.guesses
}

// weights and department numbers are never 0; if two columns qualify, neither is stock
const areFewPieces = (v: Values) => eachMatches(/^\d{1,6}$/)(v) && v.includes('0') && new Set(v).size > 2

function fillUnnamed(table: TableSample, search: ByValues): Guess[] {
  search.look(
    'sku',
    0.55,
    'a different code in each row',
    (v) => isMostlyUnique(v) && eachMatches(/^[\w./#+-]{2,40}$/)(v) && !eachMatches(money)(v),
  )
  search.look('categories', 0.6, 'paths of categories', eachMatches(/\S > \S/))
  search.look(
    'title',
    0.55,
    'a different text of a few words in each row',
    (v) => isMostlyUnique(v) && v.filter((t) => / /.test(t)).length > v.length / 2,
  )
  if (search.columnOf('sku') === undefined) return []
  const title = search.columnOf('title')
  if (title !== undefined) {
    search.look('description', 0.55, 'long texts', (v) => v.every((t) => t.length > 80 && / /.test(t)))
    const titles = table.cells(title).map((t) => t.toLowerCase())
    search.take(
      'manufacturer',
      0.55,
      search.where(isRepeatedWord).find((c) => standsIn(table.cells(c), titles)),
      'words that repeat and are part of the titles',
    )
  }
  const prices = search.prices()
  // of two prices, the one that is always lower is the cost
  const cost = prices.find((c) => prices.some((other) => other !== c && search.isBelow(c, other)))
  search.take(
    'wholesale_price',
    0.55,
    cost ?? prices[0],
    cost ? 'the lower of two prices' : 'amounts with decimals',
  )
  if (cost !== undefined)
    search.take(
      'msrp',
      0.55,
      prices.find((c) => c !== cost && search.isBelow(cost, c)),
      'the higher of two prices',
    )
  const stock = search.where(areFewPieces)
  if (stock.length === 1)
    search.take('quantity', 0.55, stock[0], 'the only column of whole numbers, 0 among them')
  return search.guesses
}
