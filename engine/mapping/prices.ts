import type { ProductField } from '#contract/feeds/settings.ts'
import { currencyInHeading } from '../cells/currencies.ts'
import { readDecimalComma, readPrice } from '../cells/price.ts'
import { hasPattern, patterns, plain, wordsIn } from './column-words.ts'
import { confirm } from './confirmed.ts'
import { blankSure, enough, byName, sureOf, type Guess } from './guess.ts'
import { notationOf } from './notation.ts'
import { piecesNamed, priceKindOf, priceKinds, type PriceKind } from './price-names.ts'
import { decimalsBeside, scaleOf, type PriceScale } from './price-scale.ts'
import { fewest, type TableSample, type Values } from './table-sample.ts'
import { shareOf } from './value-shapes.ts'
import { wholeNames } from './whole-names.ts'

interface PriceColumn {
  from: string
  kind: PriceKind
  sure: number
  because: string
  currency: string | undefined
  scale: PriceScale | undefined
}
export interface PriceGuesses {
  guesses: Guess[]
  /** What a person should know of the choice. */
  notes: string[]
}

const namesOf = (field: ProductField) => wholeNames.find(([name]) => name === field)?.[1] ?? []
const costNames = namesOf('wholesale_price')
const plainFrom = costNames.indexOf('price')

function kindOf(column: string): PriceKind | undefined {
  const nameKind = priceKindOf(column)
  if (nameKind) return nameKind
  const tail = column.slice(column.lastIndexOf('/') + 1).replace(/^\w+:/, '')
  const place = costNames.indexOf(plain(tail))
  if (place >= 0) return place < plainFrom ? 'cost' : 'plain'
  return namesOf('msrp').includes(plain(tail)) ? 'retail' : undefined
}

/** Names of prices without the word for price; they may also mean weights. */
const bareNames: Readonly<Record<string, PriceKind>> = {
  net: 'net',
  nett: 'net',
  netto: 'net',
  ht: 'net',
  gross: 'gross',
  brutto: 'gross',
  bruto: 'gross',
  ttc: 'gross',
}
const bareSure = 0.75
/** Whether a column is called net or gross alone, which says nothing of what. */
export const isBareName = (column: string): boolean => plain(column) in bareNames
/** Such a column is a price if its values have the two decimals of money. */
const bareKind = (column: string, values: Values): PriceKind | undefined =>
  values.length >= fewest && shareOf(values, (v) => /^\D*\d[\d.,\s]*[.,]\d\d\D*$/.test(v)) >= 0.9
    ? bareNames[plain(column)]
    : undefined

const sureOfKind: Readonly<Record<PriceKind, number>> = {
  cost: sureOf.wholeName,
  net: sureOf.besideUnit,
  plain: sureOf.wholeName,
  selling: 0.9,
  gross: 0.75,
  list: 0.65,
  retail: sureOf.wholeName,
}
const kindText: Readonly<Record<PriceKind, string>> = {
  cost: 'a cost',
  net: 'a price without tax',
  plain: 'a price',
  selling: 'a selling price',
  gross: 'a price with tax or a regular price',
  list: 'a list price',
  retail: 'a retail price',
}

/** Names of amounts that are prices if another column has their decimals. */
const amountNames = patterns('amount value')

/** @param mayBeBare whether it may be called net or gross alone */
function priceIn(table: TableSample, from: string, mayBeBare: boolean): PriceColumn | undefined {
  const isAmount = hasPattern(wordsIn(from), amountNames) && decimalsBeside(table, from) !== undefined
  const values = table.values(from)
  const named = kindOf(from) ?? (isAmount ? 'plain' : undefined)
  const kind = named ?? (mayBeBare ? bareKind(from, values) : undefined)
  if (!kind) return undefined
  const isBlank = table.rows > 0 && values.length === 0
  const nameSure = named ? sureOfKind[kind] : bareSure
  const sure = isBlank ? blankSure : nameSure * confirm('wholesale_price', values).trust
  if (sure < enough) return undefined
  const because = isBlank ? `${byName}, blank in the first rows` : byName
  return { from, kind, sure, because, currency: currencyInHeading(from), scale: scaleOf(table, from) }
}

/** The cost and the list price among the columns that are named as prices: a cost before other prices before list prices. */
export function guessPrices(table: TableSample, takenColumns: ReadonlySet<string>): PriceGuesses {
  const freeColumns = table.columns.filter((c) => !takenColumns.has(c))
  // beside a named price, these are weights
  const mayBeBare = !freeColumns.some((c) => kindOf(c))
  const allPrices = freeColumns.flatMap((c) => priceIn(table, c, mayBeBare) ?? [])
  const divisors = allPrices.flatMap(({ scale }) => scale?.divisors ?? [])
  const priceColumns = allPrices.filter(({ from, scale }) => !divisors.includes(from) && !scale?.isUnclear)
  const filledRows = Math.max(0, ...priceColumns.map(({ from }) => table.values(from).length))
  const isFilled = ({ from }: PriceColumn) => table.values(from).length >= 0.9 * filledRows
  const rankedPrices = priceColumns
    .filter(({ kind }) => kind !== 'retail')
    .toSorted(
      (a, b) =>
        rankOf(a) - rankOf(b) || piecesIn(a) - piecesIn(b) || wordsIn(a.from).length - wordsIn(b.from).length,
    )
  const cost = rankedPrices.find(isFilled) ?? rankedPrices[0]
  const list = listBeside(table, priceColumns, cost)
  const guesses: Guess[] = []
  const notes: string[] = []
  if (cost) guesses.push(asGuess('wholesale_price', cost))
  if (list) guesses.push(asGuess('msrp', list))
  if (cost) notes.push(...aboutChoice(priceColumns, cost, list))
  else
    notes.push(
      ...allPrices.flatMap(({ scale }) => (scale?.isUnclear ? scale.notes : [])),
      ...notesOnMeasures(table),
    )
  return { guesses, notes }
}
/** A price of so many pieces or of a measure, by its name; 0: of one piece. */
function piecesIn({ from, scale }: Pick<PriceColumn, 'from' | 'scale'>): number {
  const nameWords = wordsIn(from)
  if (scale) return 100
  if (hasPattern(nameWords, packWords)) return manyPieces
  return Math.max(
    0,
    ...nameWords.flatMap((word) => (/^\d+$/.test(word) && Number(word) > 1 ? [Number(word)] : [])),
  )
}
const manyPieces = 1_000_000
const packWords = patterns(
  'case cases carton cartons box boxes pack packs package pallet pallets dozen bundle crate tray bag bags roll karton* ve vpe ' +
    'gebinde* palette* colis caja caixa scatola doos krabice karton grund* kg kilo liter litre m_2 m_3',
)
const rankOf = ({ kind }: PriceColumn) => priceKinds.indexOf(kind)
const asGuess = (field: ProductField, { from, sure, because }: PriceColumn): Guess => ({
  field,
  from,
  sure,
  because,
})

/** Prices of a measure such as a kilogram, which nothing turns into those of one piece. */
const notesOnMeasures = (table: TableSample): string[] =>
  table.columns
    .filter((c) => /\bper\b|\bje\b|\bpro\b|\/(?=kg|m|l)/i.test(c.replaceAll('_', ' ')) && isMeasurePrice(c))
    .map((c) => `“${c}” isn’t used: it isn’t the price of one piece.`)
const isMeasurePrice = (column: string) =>
  piecesNamed(column) === undefined && hasPattern(wordsIn(column), measuredPrices)
const measuredPrices = patterns('price* cost preis* prix prezzo precio prijs* cena pris')

/** The kinds that a list price may have beside a cost of this kind, likeliest first. */
const listKinds: Readonly<Record<PriceKind, readonly PriceKind[]>> = {
  cost: ['retail', 'list', 'gross', 'selling', 'plain', 'net'],
  net: ['retail', 'list', 'gross', 'selling', 'plain'],
  plain: ['retail', 'list', 'gross'],
  selling: ['retail', 'list', 'gross'],
  gross: ['retail', 'list'],
  list: ['retail'],
  retail: [],
}

function listBeside(
  table: TableSample,
  priceColumns: readonly PriceColumn[],
  cost: PriceColumn | undefined,
): PriceColumn | undefined {
  const kinds = cost ? listKinds[cost.kind] : (['retail'] as const)
  const candidates = priceColumns
    .filter((p) => p !== cost && kinds.includes(p.kind) && (cost === undefined || inSameCurrency(p, cost)))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  return candidates.find(
    (p) => p.kind === 'retail' || cost === undefined || isNotBelow(table, p.from, cost.from),
  )
}
const inSameCurrency = (a: PriceColumn, b: PriceColumn) =>
  a.currency === undefined || b.currency === undefined || a.currency === b.currency

/** Whether a price is at least as high as another in most rows. */
function isNotBelow(table: TableSample, column: string, otherColumn: string): boolean {
  const [cells, others] = [column, otherColumn].map((name) => {
    const read = notationOf(table.values(name)) === 'comma' ? readDecimalComma : (v: string) => v
    return table.cells(name).map((cell) => Number(readPrice(read(cell)) || Number.NaN))
  }) as [number[], number[]]
  const pairs = cells.flatMap((cell, i) => {
    const pair = [cell, others[i] ?? Number.NaN] as const
    return pair.every((n) => n > 0) ? [pair] : []
  })
  return pairs.length === 0 || pairs.filter(([a, b]) => a >= b).length >= 0.7 * pairs.length
}

/** What was left, where the choice isn't plain. */
function aboutChoice(
  priceColumns: readonly PriceColumn[],
  cost: PriceColumn,
  list: PriceColumn | undefined,
): string[] {
  const rest = priceColumns.filter((p) => p !== cost && p !== list)
  // a price in cents beside the price says the same
  const sameKind = rest.filter((p) => p.kind === cost.kind && !p.scale)
  const currencies = [...new Set([cost, ...sameKind].flatMap((p) => p.currency ?? []))]
  if (cost.currency !== undefined && currencies.length > 1)
    return [`Prices are in ${listText(currencies)}. ${cost.currency} is used, from “${cost.from}”.`]
  if (cost.kind !== 'cost' && sameKind.length > 0)
    return [
      `“${cost.from}” and ${listText(sameKind.map((p) => `“${p.from}”`))} could be the price. “${cost.from}” is used.`,
    ]
  if (piecesIn(cost) === manyPieces)
    return [`“${cost.from}” may be the price of more than one piece. It is used as the wholesale price.`]
  if (cost.kind === 'selling' || cost.kind === 'gross' || cost.kind === 'list')
    return [
      `“${cost.from}” looks like ${kindText[cost.kind]}, and no column is named as a cost. It is used as the wholesale price.`,
    ]
  return []
}
export const listText = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`

/** The only column of several rows whose values are prices; several are a choice for people. */
export function pricesByValues(table: TableSample, columns: readonly string[]): string[] {
  return columns.filter((c) => {
    const values = table.values(c)
    return (
      values.length >= fewest &&
      values.every((v) => /\d/.test(v)) &&
      values.some((p) => /\d[.,]\d\d\b/.test(p)) &&
      confirm('wholesale_price', values).trust === 1
    )
  })
}
