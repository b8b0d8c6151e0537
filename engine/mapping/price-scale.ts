import { isMoney, type Transform } from '#contract/feeds/settings.ts'
import { hasPattern, patterns, wordsIn } from './column-words.ts'
import type { Guess } from './guess.ts'
import { piecesNamed } from './price-names.ts'
import type { TableSample, Values } from './table-sample.ts'

/** What makes a column's numbers the prices of single pieces in whole currency. */
export interface PriceScale {
  transforms: Transform[]
  /** Whether nothing does for sure. */
  isUnclear: boolean
  notes: string[]
  /** The columns that the price is divided by. */
  divisors: string[]
}
interface Step {
  transform?: Transform
  note: string
  divisor?: string
}

const cents = patterns(
  'cent cents pence penny minor minor_unit minor_units kopeek kopecks копейк* коп grosze groszy centimes centavos centimos haler* filler* ore öre',
)
const piecesNames = patterns(
  'price_quantity price_qty pricing_quantity pricing_unit price_unit price_units price_per price_basis price_base base_quantity ' +
    'base_qty preis_einheit preiseinheit preis_menge preismenge prijs_eenheid prijseenheid prisenhet prisenhed units_per_price pieces_per_price',
)
/** Names that are as often a price for one unit. */
const unclearNames = patterns('price_unit price_per price_base price_basis')
const decimalsNames = patterns(
  'precision decimals decimal_places minor_unit minor_units exponent fraction_digits price_scale amount_scale currency_scale',
)
const besideDecimals = patterns(
  'precision decimals decimal places minor unit units exponent fraction digits scale price* currency amount money number no of default',
)

const areWhole = (values: Values) => values.length > 0 && values.every((v) => /^[^\d.,]*\d+[^\d.,]*$/.test(v))
const areCounts = (values: Values) =>
  values.length > 0 && values.every((v) => /^[1-9]\d{0,6}(?:[.,]0+)?$/.test(v))
/** Pieces that prices are usual for: `10` may as well be a price. */
const areUsualPieces = (values: Values) =>
  values.every((v) => /^10{0,6}(?:[.,]0+)?$/.test(v)) &&
  (values.some((v) => Number.parseInt(v, 10) >= 100) || values.every((v) => Number.parseInt(v, 10) === 1))
const areDecimals = (values: Values) => values.length > 0 && values.every((v) => /^[0-6]$/.test(v))

/** What leads to a field: `prices.` of `prices.amount`. */
const parentOf = (column: string) => /^(?:.*[./])?/.exec(column)?.[0] ?? ''
const lastName = (column: string) => column.slice(parentOf(column).length)

/** The column with the pieces that a price is for. */
function piecesBeside(table: TableSample, price: string): string | undefined {
  return table.columns.find((column) => {
    const nameWords = wordsIn(lastName(column))
    if (column === price || !hasPattern(nameWords, piecesNames)) return false
    const isNear =
      hasPattern(nameWords, patterns('pri* prijs* pricing*')) || parentOf(column) === parentOf(price)
    const values = table.values(column)
    return isNear && areCounts(values) && (!hasPattern(nameWords, unclearNames) || areUsualPieces(values))
  })
}

/** The column with the number of decimals that a price without a decimal point has. */
export function decimalsBeside(table: TableSample, price: string): string | undefined {
  if (!areWhole(table.values(price))) return undefined
  return table.columns.find((column) => {
    const nameWords = wordsIn(lastName(column))
    return (
      hasPattern(nameWords, decimalsNames) &&
      nameWords.every((word) => hasPattern([word], besideDecimals)) &&
      (parentOf(column) === parentOf(price) || /currency[./]$/i.test(parentOf(column))) &&
      areDecimals(table.values(column))
    )
  })
}

/** Cents and other minor units. */
function unitStep(table: TableSample, price: string): Step | undefined {
  const decimals = decimalsBeside(table, price)
  if (decimals !== undefined)
    return {
      transform: { kind: 'divide_by', column: decimals, has: 'decimals' },
      note: `“${price}” has no decimal point. “${decimals}” says where it is.`,
      divisor: decimals,
    }
  if (!hasPattern(wordsIn(price), cents)) return undefined
  const values = table.values(price)
  return areWhole(values) || values.length === 0
    ? { transform: { kind: 'divide', by: 100 }, note: `“${price}” is in cents. It is divided by 100.` }
    : { note: `“${price}” isn’t used: its name says cents, but its values have decimals.` }
}

/** Prices of several pieces. */
function piecesStep(table: TableSample, price: string): Step | undefined {
  const pieces = piecesNamed(price)
  const divisor = piecesBeside(table, price)
  if (pieces !== undefined && pieces > 1) {
    if (divisor !== undefined && !table.values(divisor).every((v) => Number(v) === pieces))
      return { note: `“${price}” isn’t used: “${divisor}” has other numbers of pieces.`, divisor }
    return {
      transform: { kind: 'divide', by: pieces },
      note: `“${price}” is divided by ${pieces} to get the price of one piece.`,
      ...(divisor !== undefined && { divisor }),
    }
  }
  if (divisor === undefined) return undefined
  const isOne = table.values(divisor).every((v) => Number(v) === 1)
  return {
    transform: { kind: 'divide_by', column: divisor, has: 'pieces' },
    note: isOne ? '' : `“${price}” is divided by “${divisor}” to get the price of one piece.`,
    divisor,
  }
}

/** Undefined: a price of one piece, as far as the file says. */
export function scaleOf(table: TableSample, price: string): PriceScale | undefined {
  const steps = [unitStep(table, price), piecesStep(table, price)].filter((step) => step !== undefined)
  if (steps.length === 0) return undefined
  return {
    transforms: steps.flatMap(({ transform }) => transform ?? []),
    isUnclear: steps.some(({ transform }) => !transform),
    notes: steps.flatMap(({ note }) => (note === '' ? [] : [note])),
    divisors: steps.flatMap(({ divisor }) => divisor ?? []),
  }
}

const isPriced = ({ field, from }: Guess) => isMoney(field) && from !== ''

/** The columns that these prices are divided by. */
export const divisorsOf = (table: TableSample, guesses: readonly Guess[]): string[] =>
  guesses.filter(isPriced).flatMap(({ from }) => scaleOf(table, from)?.divisors ?? [])

/** Prices of several pieces or in cents, with what makes them those of one; those that nothing does are left out. */
export function scalePrices(
  table: TableSample,
  guesses: readonly Guess[],
): { guesses: Guess[]; notes: string[] } {
  const notes: string[] = []
  const scaledGuesses = guesses.flatMap((guess): Guess[] => {
    const scale = isPriced(guess) ? scaleOf(table, guess.from) : undefined
    if (!scale) return [guess]
    notes.push(...scale.notes)
    return scale.isUnclear ? [] : [{ ...guess, after: scale.transforms }]
  })
  return { guesses: scaledGuesses, notes: [...new Set(notes)] }
}
