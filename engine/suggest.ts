import {
  feedRules,
  mostFurther,
  productFields,
  type FeedMapping,
  type ProductField,
  type Transform,
} from '#contract/feeds/settings.ts'
import { gtinIsRight, RowChecker } from './check.ts'
import { headings, stockWords, wordsOf } from './headings.ts'
import { compileTransforms, readPrice } from './transforms.ts'

export interface SuggestedMapping {
  mapping: FeedMapping
  /** How sure each field's column is, 0 to 1. */
  confidence: Partial<Record<ProductField, number>>
}
type Values = readonly string[]
const valuesIn = (values: ReadonlyMap<string, Values>, column: string): Values => values.get(column) ?? []
/** A column that may feed a field. */
interface Guess {
  field: ProductField
  from: string
  sure: number
}

/** Less sure than this is no suggestion. */
const enough = 0.5
/** With fewer values than this, a column says nothing. */
const fewest = 3
/** If the first rows have nothing in the column. */
export const blankSure = 0.6

/**
 * A first mapping from the columns' names and values: each field takes its likeliest unused column, with the
 * transforms that its values need.
 */
export function suggestMapping(columns: readonly string[], rows: readonly Values[] = []): SuggestedMapping {
  const valuesOf = new Map(
    columns.map((c, i) => [c, rows.map((r) => r[i]?.trim() ?? '').filter(Boolean)] as const),
  )
  const comma = [...valuesOf.values()].some(saysComma)
  const guesses = byName(columns, valuesOf, rows.length)
  const descriptionGuess = guesses.find((g) => g.field === 'description')
  if (
    descriptionGuess &&
    !guesses.some((g) => g.field === 'title') &&
    areShort(valuesIn(valuesOf, descriptionGuess.from))
  )
    descriptionGuess.field = 'title'
  const used = new Set(guesses.map((g) => g.from))
  const free = columns.filter((c) => !used.has(c) && !c.startsWith('@'))
  const cellsOf = new Map(columns.map((c, i) => [c, rows.map((r) => r[i]?.trim() ?? '')] as const))
  const valueGuesses = byValues(free, valuesOf, cellsOf, guesses)
  const order = headings.map(([field]) => field)
  const fieldGuesses = [...guesses, ...valueGuesses]
  const all = [...fieldGuesses, ...currencyBeside(fieldGuesses, valuesOf)].toSorted(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  )
  return {
    mapping: all.map(({ field, from }) => ({
      field,
      from,
      ...(field === 'images' && furtherOf(from, columns)),
      transforms:
        field === 'currency' && all.some((g) => g.field !== field && g.from === from)
          ? [ofPrice]
          : transformsFor(field, valuesIn(valuesOf, from), comma),
    })),
    confidence: Object.fromEntries(all.map(({ field, sure }) => [field, Math.round(sure * 100) / 100])),
  }
}

function byName(columns: readonly string[], valuesOf: ReadonlyMap<string, Values>, rows: number): Guess[] {
  const free = new Map<string, { from: string; sure: number }>()
  for (const from of columns)
    for (const [word, sure] of wordsOf(from))
      if (word && (free.get(word)?.sure ?? 0) < sure) free.set(word, { from, sure })
  // part of a name says less than the whole name, whichever field comes first
  const surest = new Map<string, number>()
  for (const word of headings.flatMap(([, words]) => words)) {
    const match = free.get(word)
    if (match) surest.set(match.from, Math.max(match.sure, surest.get(match.from) ?? 0))
  }
  const guesses: Guess[] = []
  const used = new Set<string>()
  for (const [field, words] of headings)
    for (const word of words) {
      const match = free.get(word)
      if (!match || used.has(match.from) || match.sure < (surest.get(match.from) ?? 0)) continue
      const values = valuesIn(valuesOf, match.from)
      const sure = rows > 0 && values.length === 0 ? blankSure : match.sure * trust(field, values)
      if (sure < enough) continue
      used.add(match.from)
      guesses.push({ field, from: match.from, sure })
      break
    }
  return guesses
}

const ofPrice: Transform = { kind: 'currency' }
/** If every price names its currency, the column also feeds the currency, so that changes of it are noticed. */
function currencyBeside(guesses: readonly Guess[], valuesOf: ReadonlyMap<string, Values>): Guess[] {
  const cost = guesses.find((g) => g.field === 'wholesale_price')
  if (!cost || guesses.some((g) => g.field === 'currency')) return []
  const values = valuesIn(valuesOf, cost.from)
  const currency = compileTransforms([ofPrice])
  return values.length >= fewest && values.every((v) => currency?.(v) !== '')
    ? [{ ...cost, field: 'currency' }]
    : []
}

/** Columns with the same name except for a number at the end: `Image 2` and `Image 3` beside `Image 1`. */
function furtherOf(from: string, columns: readonly string[]): { also: string[] } | undefined {
  const stem = (name: string) => /^(.*?)[\s_-]*\d{1,2}$/.exec(name)?.[1]?.toLowerCase()
  const ownStem = stem(from) ?? from.toLowerCase()
  const furtherColumns = columns.filter((c) => c !== from && stem(c) === ownStem).slice(0, mostFurther)
  return furtherColumns.length > 0 ? { also: furtherColumns } : undefined
}

/** A description of a few words is what others call the title. */
const areShort = (values: Values) => values.length >= fewest && values.every((v) => v.length <= 80)

/** How far the values confirm a name: a column of words is no price, whatever its name. */
function trust(field: ProductField, values: Values): number {
  if (values.length < fewest) return 1
  if (field === 'sku') return 0.6 + 0.4 * (new Set(values).size / values.length)
  const { kind } = productFields[field]
  if (kind === 'text' || kind === 'images') return 1
  const share = shareRead(field, transformsFor(field, values, saysComma(values)), values)
  return share < 0.3 ? 0.3 : 0.7 + 0.3 * share
}

/** Guesses from the values of columns whose names say nothing. */
function byValues(
  columns: readonly string[],
  valuesOf: ReadonlyMap<string, Values>,
  cellsOf: ReadonlyMap<string, Values>,
  nameGuesses: readonly Guess[],
): Guess[] {
  const freeColumns = [...columns]
  const guesses: Guess[] = []
  const columnOf = (field: ProductField) => [...nameGuesses, ...guesses].find((g) => g.field === field)?.from
  const take = (field: ProductField, sure: number, from: string | undefined) => {
    if (from === undefined || columnOf(field) !== undefined) return
    guesses.push({ field, from, sure })
    freeColumns.splice(freeColumns.indexOf(from), 1)
  }
  const columnsWhere = (matches: (values: Values) => boolean) =>
    freeColumns.filter((c) => valuesIn(valuesOf, c).length >= fewest && matches(valuesIn(valuesOf, c)))
  const look = (field: ProductField, sure: number, matches: (values: Values) => boolean) =>
    take(field, sure, columnsWhere(matches)[0])
  look('ean', 0.75, gtins(13))
  look('upc', 0.75, gtins(12))
  look('images', 0.7, eachMatches(/^https?:\/\/\S+\.(?:jpe?g|png|webp|gif)\b/i))
  look('quantity', 0.6, (v) => eachMatches(countPattern)(v) && v.some((n) => !/^\d+$/.test(n)))
  const isBelowColumn = (column: string, otherColumn: string) =>
    isBelow(valuesIn(cellsOf, column), valuesIn(cellsOf, otherColumn))
  const list = columnOf('msrp')
  if (nameGuesses.length > 0) {
    if (list !== undefined)
      take(
        'wholesale_price',
        0.55,
        columnsWhere(reads).find((c) => isBelowColumn(c, list)),
      )
    return guesses
  }
  look('sku', 0.55, (v) => isMostlyUnique(v) && eachMatches(/^[\w./#+-]{2,40}$/)(v) && !eachMatches(money)(v))
  look('categories', 0.6, eachMatches(/\S > \S/))
  look('title', 0.55, (v) => isMostlyUnique(v) && v.filter((t) => / /.test(t)).length > v.length / 2)
  if (columnOf('sku') === undefined) return []
  const title = columnOf('title')
  if (title !== undefined) {
    look('description', 0.55, (v) => v.every((t) => t.length > 80 && / /.test(t)))
    const titles = valuesIn(cellsOf, title).map((t) => t.toLowerCase())
    take(
      'manufacturer',
      0.55,
      columnsWhere(isRepeatedWord).find((c) => standsIn(valuesIn(cellsOf, c), titles)),
    )
  }
  const prices = columnsWhere(
    (v) => eachMatches(/\d/)(v) && v.some((p) => /\d[.,]\d\d\b/.test(p)) && reads(v),
  )
  // of two prices, the one that is always lower is the cost
  const cost = prices.find((c) =>
    prices.some((otherColumn) => otherColumn !== c && isBelowColumn(c, otherColumn)),
  )
  take('wholesale_price', 0.55, cost ?? prices[0])
  if (cost !== undefined)
    take(
      'msrp',
      0.55,
      prices.find((c) => c !== cost && isBelowColumn(cost, c)),
    )
  // weights and department numbers are never 0; if two columns qualify, neither is stock
  const stock = columnsWhere((v) => eachMatches(/^\d{1,6}$/)(v) && v.includes('0') && new Set(v).size > 2)
  if (stock.length === 1) take('quantity', 0.55, stock[0])
  return guesses
}
const eachMatches = (pattern: RegExp) => (values: Values) => values.every((v) => pattern.test(v))
const gtins = (digits: number) => (values: Values) =>
  values.every((v) => /^\d+$/.test(v) && v.length === digits && gtinIsRight(v))
const money = /^\D{0,3}\d+[.,]\d{1,2}\D{0,4}$/
/** A few repeated values may be the supplier's mistake. */
const isMostlyUnique = (values: Values) => new Set(values).size >= 0.9 * values.length
/** Short words, some of them repeated, as brands are. */
const isRepeatedWord = (values: Values) =>
  new Set(values).size < values.length && values.every((v) => /\p{L}{2}/u.test(v) && v.length <= 40)
/** Whether in half of the rows one value is part of the other. */
const standsIn = (cells: Values, others: Values) =>
  cells.filter((cell, i) => cell !== '' && (others[i] ?? '').includes(cell.toLowerCase())).length >=
  cells.length / 2

/** Whether a cost is always below its list price, and by a similar share. */
function isBelow(cells: Values, others: Values): boolean {
  const shares = cells.flatMap((cell, i) => {
    const [a, b] = [Number(readPrice(cell)), Number(readPrice(others[i] ?? ''))]
    return a > 0 && b > 0 ? [a / b] : []
  })
  const [lowest, highest] = [Math.min(...shares), Math.max(...shares)]
  return shares.length >= fewest && highest < 1 && lowest > 0.15 && highest / lowest < 3
}
/** `5 new`, `12 pcs`, `10+`, `>100`: a number of pieces, not a size or weight. */
const countPattern =
  /^(?:[<>~≥≤]\s*)?\d{1,6}(?:\s*\+|\s+(?:new|used|left|available|pcs?|pieces?|units?|stk|stück|st|stuks|pièces?|pezzi|uds?|шт)\.?)?$/iu
const reads = (values: Values) =>
  shareRead('wholesale_price', transformsFor('wholesale_price', values, false), values) === 1

/** `12,50` and no `12.50`: the comma is the decimal mark. */
const saysComma = (values: Values) =>
  values.some((v) => /^\D*\d[\d.\s']*,\d{1,2}\D*$/.test(v)) && !values.some((v) => /\d\.\d{1,2}\D*$/.test(v))

const price: Transform = { kind: 'price' }
const decimalComma: Transform = { kind: 'decimal_comma' }

/** The fewest transforms that read a field's values. @param comma the file writes decimals with a comma */
function transformsFor(field: ProductField, values: Values, comma: boolean): Transform[] {
  const { kind } = productFields[field]
  if (kind === 'quantity') {
    const words: Transform = { kind: 'quantity_words', words: wordsAmong(values) }
    return saysComma(values) ? [decimalComma, words] : [words]
  }
  if (kind === 'images') return values.some((v) => /;\s*https?:/i.test(v)) ? [{ kind: 'split', by: ';' }] : []
  if (kind !== 'decimal') return []
  const first = saysComma(values) || (comma && values.some((v) => /\.\d{3}\b/.test(v))) ? [decimalComma] : []
  const money = /price|msrp|fee|cost/.test(field)
  if (money) return [...first, price]
  return shareRead(field, first, values) === 1 ? first : [...first, price]
}

const wordsAmong = (values: Values): Record<string, number> =>
  Object.fromEntries(
    [...new Set(values.map((v) => v.toLowerCase()))]
      .filter((word) => stockWords.has(word))
      .slice(0, 20)
      .map((word) => [word, stockWords.get(word) ?? 0]),
  )

/** The share of the values that a field reads without an issue, 0 to 1. */
function shareRead(field: ProductField, transforms: readonly Transform[], values: Values): number {
  if (values.length === 0) return 1
  const checker = new RowChecker([{ field, from: 'v', transforms: [...transforms] }], feedRules.parse({}))
  checker.columns(['v'])
  const read = values.filter((v) => {
    const checkedRow = checker.check({ line: 1, cells: [v], hashA: 0, hashB: 0 }, false)
    return 'values' in checkedRow && checkedRow.warnings === undefined
  })
  return read.length / values.length
}

/** Transforms that read more of a field's values than its own; undefined if its own read them all. */
export function betterTransforms(
  field: ProductField,
  now: readonly Transform[],
  values: Values,
): Transform[] | undefined {
  const { kind } = productFields[field]
  if (kind !== 'decimal' && kind !== 'quantity' && kind !== 'images') return undefined
  const share = shareRead(field, now, values)
  if (share === 1) return undefined
  const better = transformsFor(field, values, saysComma(values))
  return shareRead(field, better, values) > share ? better : undefined
}
