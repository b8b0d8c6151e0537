import { isMoney, type FeedMapping, type ProductField } from '#contract/feeds/settings.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import { decideNotation, notationOfAll } from '../mapping/notation.ts'
import { readDecimalComma, readPrice } from '../cells/price.ts'
import type { Observation } from './observation.ts'

/** A feed's first file: its first rows, how they are mapped, and how many products it would create. */
export interface FirstMapping {
  mapping: FeedMapping
  /** The fields that this file and its further files fill. */
  fields: readonly ProductField[]
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  products: number
}

const codes: ReadonlySet<ProductField> = new Set([
  'sku',
  'supplier_product_id',
  'upc',
  'ean',
  'isbn',
  'asin',
  'unspsc',
  'parent_sku',
])
const isStock = (field: ProductField) => codes.has(field) || field === 'quantity'
const isAmount = (field: ProductField) => isStock(field) || isMoney(field) || field === 'currency'
/** With fewer values than this, a column says nothing. */
const fewest = 3

/**
 * A first file with only codes, without a price or without a title. A file of stock alone is fine if it has no
 * price, and a file of stock and prices if it has no title: another feed may bring the rest.
 */
export function observeUnmapped(file: FirstMapping): Observation[] {
  const { fields, products } = file
  const base = { window: 'first' as const, count: products, of: products }
  if (fields.every((field) => codes.has(field))) return [{ ...base, name: 'only_codes', ...codesFix(file) }]
  const observations: Observation[] = []
  const lacks = (field: ProductField, isFine: (other: ProductField) => boolean) => {
    if (fields.includes(field)) return
    const column = likelyColumn(field, file)
    if (column === undefined && fields.every(isFine)) return
    observations.push({
      ...base,
      name: field === 'title' ? 'title_emptied' : 'price_lost',
      words: { unmapped: 1, ...(column !== undefined && { column }) },
      fix: { field, column: column ?? null },
    })
  }
  lacks('wholesale_price', isStock)
  // a file of stock says so by its lack of prices
  if (!fields.every(isStock)) lacks('title', isAmount)
  return observations
}

/** The price or the title that a file of codes has unmapped; most have neither. */
function codesFix(file: FirstMapping): Pick<Observation, 'fix'> {
  for (const field of ['wholesale_price', 'title'] as const) {
    const column = likelyColumn(field, file)
    if (column !== undefined) return { fix: { field, column } }
  }
  return {}
}

/** The wholesale price comes from a column that is always above another one, which is called the cost. */
export function observeDearerPrice(file: FirstMapping): Observation[] {
  const { mapping, products } = file
  const from = mapping.find((m) => m.field === 'wholesale_price')?.from ?? ''
  if (from === '' || isCost(from)) return []
  const column = freeColumns(file).find((name) => isCost(name) && isBelow(file, name, from))
  if (column === undefined) return []
  return [
    {
      name: 'dearer_price',
      window: 'first',
      field: 'wholesale_price',
      count: products,
      of: products,
      words: { from, column },
      fix: { field: 'wholesale_price', column },
    },
  ]
}

/**
 * Prices such as `1.037` alone, which may be thousands or have three decimals, in a file whose other columns don't say
 * which.
 */
export function observeUnclearDecimals(file: FirstMapping): Observation[] {
  const { mapping, columns, products } = file
  const price = mapping.find((m) => m.field === 'wholesale_price')
  if (!price?.from || !price.transforms.every(({ kind }) => kind === 'price' || kind === 'decimal_comma'))
    return []
  const others = notationOfAll(columns.filter((c) => c !== price.from).map((c) => valuesOf(file, c)))
  const value = decideNotation(valuesOf(file, price.from), others, null).doubtful
  if (value === undefined) return []
  const marks = ['comma', 'dot'] as const
  const read = { comma: readPrice(readDecimalComma(value)), dot: readPrice(value) }
  const [now, otherMark] = price.transforms.some(({ kind }) => kind === 'decimal_comma')
    ? marks
    : marks.toReversed()
  if (now === undefined || otherMark === undefined || read[now] === read[otherMark]) return []
  return [
    {
      name: 'unclear_decimals',
      window: 'first',
      field: 'wholesale_price',
      count: products,
      of: products,
      words: { column: price.from, value, read: read[now], other: read[otherMark] },
      fix: {
        field: 'wholesale_price',
        column: price.from,
        decimals: { mark: otherMark, value, read: read[otherMark] },
      },
    },
  ]
}

/** The unmapped column that this field's values are likely in. */
function likelyColumn(field: 'title' | 'wholesale_price', file: FirstMapping): string | undefined
function likelyColumn(field: ProductField, file: FirstMapping): string | undefined
function likelyColumn(field: ProductField, file: FirstMapping): string | undefined {
  const free = freeColumns(file)
  const suggestion = suggestMapping(file.columns, file.rows).mapping.find((m) => m.field === field)
  if (suggestion && free.includes(suggestion.from)) return suggestion.from
  const isLikely = field === 'title' ? holdsTitles : holdsPrices
  return free.find((name) => isLikely(valuesOf(file, name), name, file.rows.length))
}

const freeColumns = ({ columns, mapping }: FirstMapping) => {
  const used = new Set(mapping.flatMap((m) => [m.from, ...(m.also ?? [])]))
  return columns.filter((name) => !used.has(name))
}
const cellsOf = ({ columns, rows }: FirstMapping, name: string) => {
  const position = columns.indexOf(name)
  return rows.map((row) => row[position]?.trim() ?? '')
}
const valuesOf = (file: FirstMapping, name: string) => cellsOf(file, name).filter(Boolean)

const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean) => all.filter(holds).length / all.length

/** Names of several words, hardly ever the same. */
function holdsTitles(values: readonly string[], name: string, rows: number): boolean {
  if (values.length < Math.max(fewest, rows * 0.7) || noTitle.test(name)) return false
  const isName = (v: string) => / /.test(v) && /\p{L}{3}/u.test(v) && v.length <= 150 && !/:\/\//.test(v)
  return new Set(values).size >= values.length * 0.8 && shareOf(values, isName) >= 0.8
}
const noTitle = /url|link|image|photo|date|time|address|categor|note|comment|meta|seo|keyword/i

/** Amounts with two decimals in a column that isn't named after another amount. */
function holdsPrices(values: readonly string[], name: string, rows: number): boolean {
  if (values.length < Math.max(fewest, rows * 0.6) || noPrice.test(name)) return false
  return (
    shareOf(values, (v) => Number(readPrice(v)) > 0) >= 0.9 &&
    shareOf(values, (v) => /[.,]\d\d\D*$/.test(v)) >= 0.5
  )
}
const noPrice =
  /weight|gewicht|poids|peso|vikt|width|height|length|depth|breite|h[öo]he|l[äa]nge|size|volum|\b(?:kg|g|lbs?|oz|cm|mm|m|in)\b|tax|vat|mwst|tva|iva|rate|rating|discount|rabatt|percent|%|ship|versand|msrp|rrp|retail|list|date|version/i

const isCost = (name: string) => costNames.test(name.toLowerCase()) && !fees.test(name.toLowerCase())
const costNames =
  /cost|wholesale|dealer|purchas|buying|landed|einkauf|h[äa]ndler|achat|inkoop|acquisto|compra|закуп|оптов|zakup|ink[öo]p|indk[øo]b|n[áa]kup|(?:^|[^a-z])ek(?:[^a-z]|$)/
const fees =
  /ship|freight|deliver|versand|fracht|porto|transport|env[ií]o|livraison|доставк|handling|fee|surcharge/

/** Whether a column is the lower one of two prices in nearly every row, though not by more than a real cost is. */
function isBelow(file: FirstMapping, name: string, otherName: string): boolean {
  const others = cellsOf(file, otherName)
  const shares = cellsOf(file, name).flatMap((cell, i) => {
    const [cost, price] = [Number(readPrice(cell)), Number(readPrice(others[i] ?? ''))]
    return cost > 0 && price > 0 ? [cost / price] : []
  })
  return (
    shares.length >= Math.max(fewest, file.rows.length / 2) &&
    shareOf(shares, (share) => share < 1 && share > 0.1) >= 0.95
  )
}
