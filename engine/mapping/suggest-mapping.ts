import { isMoney, type FeedMapping, type ProductField, type Transform } from '#contract/feeds/settings.ts'
import { currencyBeside, currencyInHeading } from '../cells/currencies.ts'
import { areShort, guessByName } from './by-name.ts'
import { guessByValues } from './by-values.ts'
import { neededTransforms, transformsFor, type FileNotation } from './fewest-transforms.ts'
import { byName, type Guess } from './guess.ts'
import { notationOfAll } from './notation.ts'
import { furtherPictures } from './pictures.ts'
import { divisorsOf, scalePrices } from './price-scale.ts'
import { guessPrices, isBareName } from './prices.ts'
import { guessStock } from './stocks.ts'
import { fewest, TableSample, type Values } from './table-sample.ts'
import { wholeNames } from './whole-names.ts'

export interface SuggestedMapping {
  mapping: FeedMapping
  /** How sure each field's column is, 0 to 1. */
  confidence: Partial<Record<ProductField, number>>
  /** Why each field has its column. */
  reasons: Partial<Record<ProductField, string>>
  /** Where the choice isn't plain. */
  notes: string[]
}
/** Product fields in the order of a mapping. */
export const fieldOrder = wholeNames.map(([field]) => field)

/**
 * A first mapping from the columns' names and values: each field takes its likeliest unused column, with the
 * transforms that its values need.
 */
export function suggestMapping(
  columns: readonly string[],
  rows: readonly Values[] = [],
  delimiter: string | null = null,
): SuggestedMapping {
  const table = new TableSample(columns, rows)
  return suggestRest(table, [], { delimiter })
}

export interface RestOptions {
  /** What separates the cells, if anything does. */
  delimiter: string | null
  /** Fields that aren't looked for. */
  without?: readonly ProductField[]
}

/** The fields that known columns leave, by names and values; `known` come first and keep their columns. */
export function suggestRest(
  table: TableSample,
  known: readonly Guess[],
  { delimiter, without = [] }: RestOptions,
): SuggestedMapping {
  const knownFields = new Set([...known.map((g) => g.field), ...without])
  const taken = new Set(known.flatMap((g) => [g.from, ...(g.also ?? [])]))
  const isFree = (g: Guess | undefined): g is Guess =>
    g !== undefined && !knownFields.has(g.field) && !taken.has(g.from)
  const named = guessByName(table).filter(isFree)
  const use = (guesses: readonly (Guess | undefined)[]) =>
    guesses.filter(isFree).map((g) => {
      taken.add(g.from)
      return g
    })
  use(named)
  const prices = guessPrices(table, taken)
  const priceGuesses = use(prices.guesses)
  for (const divisor of divisorsOf(table, [...known, ...priceGuesses])) taken.add(divisor)
  const fields = [...named, ...priceGuesses, ...use([guessStock(table, taken)])]
  nameTitle(table, [...known, ...fields], fields)
  const free = columnsLeft(table, [...known, ...fields]).filter((c) => !isBareName(c))
  const all = [...known, ...fields, ...guessByValues(table, free, [...known, ...fields]).filter(isFree)]
  keyByProductId(table, all)
  // without a SKU, values alone say nothing
  const guesses = all.some((g) => g.field === 'sku') || known.length > 0 ? all : [...known, ...fields]
  const scaledPrices = scalePrices(table, guesses)
  const notes = [...(knownFields.has('wholesale_price') ? [] : prices.notes), ...scaledPrices.notes]
  return asMapping(table, [...scaledPrices.guesses, ...currencyGuess(table, scaledPrices.guesses)], {
    delimiter,
    notes,
  })
}

const columnsLeft = (table: TableSample, guesses: readonly Guess[]) => {
  const used = new Set(guesses.flatMap((g) => [g.from, ...(g.also ?? [])]))
  return table.columns.filter((c) => !used.has(c) && !c.startsWith('@'))
}

/** Where no title is named, a short description is what others call the title. */
function nameTitle(table: TableSample, all: readonly Guess[], fields: Guess[]): void {
  if (all.some((g) => g.field === 'title')) return
  const description = fields.find((g) => g.field === 'description')
  if (!description || !areShort(table.values(description.from))) return
  description.field = 'title'
  description.because = `${byName}, texts of a few words`
}

/** A product's number is its SKU where no other key is. */
function keyByProductId(table: TableSample, guesses: Guess[]): void {
  if (guesses.some((g) => g.field === 'sku')) return
  const id = guesses.find((g) => g.field === 'supplier_product_id')
  if (id) {
    id.field = 'sku'
    id.sure = Math.min(id.sure, 0.75)
    id.because = `${byName}, the only key`
    return
  }
  const code = guesses.find((g) => g.field === 'ean' || g.field === 'upc')
  const values = code ? table.values(code.from) : []
  if (
    code &&
    values.length >= fewest &&
    values.length === table.rows &&
    new Set(values).size === values.length
  )
    guesses.push({ field: 'sku', from: code.from, sure: 0.6, because: `${byName}, the only key` })
}

const ofPrice: Transform = { kind: 'currency' }
/** The currency of the cost, from its values or its heading, so that changes of it are noticed. */
function currencyGuess(table: TableSample, guesses: readonly Guess[]): Guess[] {
  const cost = guesses.find((g) => g.field === 'wholesale_price')
  if (!cost) return []
  const own = guesses.find((g) => g.field === 'currency')
  const inHeading = currencyInHeading(cost.from)
  if (own) return []
  const values = table.values(cost.from)
  if (values.length >= fewest && values.every((v) => currencyBeside(v) !== ''))
    return [
      {
        field: 'currency',
        from: cost.from,
        sure: cost.sure,
        because: 'next to each price',
        transforms: [ofPrice],
      },
    ]
  if (inHeading === undefined) return []
  return [
    {
      field: 'currency',
      from: '',
      sure: cost.sure,
      because: `in the name of “${cost.from.slice(0, 60)}”`,
      transforms: [{ kind: 'default', text: inHeading }],
    },
  ]
}

function asMapping(
  table: TableSample,
  guesses: readonly Guess[],
  { delimiter, notes }: { delimiter: string | null; notes: readonly string[] },
): SuggestedMapping {
  const all = guesses.toSorted((a, b) => fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field))
  const file: FileNotation = { mark: notationOfAll(table.columns.map((c) => table.values(c))), delimiter }
  const doubts: string[] = []
  const reasons = all.map((guess): [ProductField, string] => {
    const values = table.values(guess.from)
    const { notation } = neededTransforms(guess.field, values, file)
    if (notation?.doubtful !== undefined && isMoney(guess.field))
      doubts.push(doubtText(guess.from, notation.doubtful, notation.mark))
    const sample = notation?.mark === 'comma' ? values.find((v) => /\d,\d/.test(v)) : undefined
    return [
      guess.field,
      sample ? `${guess.because}; the comma is the decimal mark in ${sample}` : guess.because,
    ]
  })
  return {
    mapping: all.map((guess) => {
      const { field, from } = guess
      const also = guess.also ?? (field === 'images' && from !== '' ? furtherPictures(from, table) : [])
      return {
        field,
        from,
        ...(also.length > 0 && { also }),
        transforms: [
          ...(guess.transforms ?? transformsFor(field, valuesOf(table, from, also), file)),
          ...(guess.after ?? []),
        ],
      }
    }),
    confidence: Object.fromEntries(all.map(({ field, sure }) => [field, Math.round(sure * 100) / 100])),
    reasons: Object.fromEntries(reasons),
    notes: [...notes, ...doubts],
  }
}

const valuesOf = (table: TableSample, from: string, also: readonly string[]): Values =>
  also.length === 0 ? table.values(from) : [from, ...also].flatMap((c) => table.values(c))

function doubtText(column: string, value: string, mark: 'comma' | 'dot'): string {
  const isComma = value.includes(',')
  const asDecimal = value.replace(',', '.').replace(/^\D+|\D+$/g, '')
  const asWhole = value.replace(/[.,]/g, '').replace(/^\D+|\D+$/g, '')
  const isDecimal = isComma === (mark === 'comma')
  const [taken, left] = isDecimal ? [asDecimal, asWhole] : [asWhole, asDecimal]
  return `“${value}” in “${column}” is read as ${taken}. Check that it isn’t ${left}.`
}
