import {
  feedRules,
  isMoney,
  productFields,
  type MeasureUnit,
  type ProductField,
  type Transform,
} from '#contract/feeds/settings.ts'
import { stockWordsAmong } from '../cells/quantity.ts'
import { unitBeside } from '../cells/units.ts'
import { RowChecker } from '../check.ts'
import { decideNotation, type DecidedNotation } from './notation.ts'
import { fewest, type Values } from './table-sample.ts'

/** What the rest of the file says of a column's numbers. */
export interface FileNotation {
  /** How the other columns write decimals. */
  mark: 'comma' | 'dot' | undefined
  delimiter: string | null
}
export const unknownNotation: FileNotation = { mark: undefined, delimiter: null }

const price: Transform = { kind: 'price' }
const decimalComma: Transform = { kind: 'decimal_comma' }
const zeroFraction: Transform = { kind: 'pattern', find: '[.,]000$', put: '' }
const mostWords = 20

export interface NeededTransforms {
  transforms: Transform[]
  notation: DecidedNotation | undefined
}

/** The fewest transforms that read a field's values, and how its numbers are read. */
export function neededTransforms(field: ProductField, values: Values, file: FileNotation): NeededTransforms {
  const { kind } = productFields[field]
  if (kind !== 'decimal' && kind !== 'quantity') return { transforms: [], notation: undefined }
  const notation = decideNotation(values, file.mark, file.delimiter)
  const first = notation.mark === 'comma' && values.some((v) => /[.,]/.test(v)) ? [decimalComma] : []
  if (kind === 'quantity') {
    const words: Transform = { kind: 'quantity_words', words: stockWordsAmong(values, mostWords) }
    // `2.000` in one row may be two thousand, in every row it isn't
    if (values.length >= fewest && values.every((v) => /^\d+[.,]000$/.test(v)))
      return { transforms: [zeroFraction, words], notation: undefined }
    return { transforms: [...first, words], notation }
  }
  if (isMoney(field)) return { transforms: [...first, price], notation }
  const unit = mixedUnit(values)
  if (unit) return { transforms: [{ kind: 'unit', from: unit, to: unit }], notation }
  return { transforms: readsAll(field, first, values) ? first : [...first, price], notation }
}

export const transformsFor = (field: ProductField, values: Values, file: FileNotation): Transform[] =>
  neededTransforms(field, values, file).transforms

/** The usual unit of a column that has several. */
function mixedUnit(values: Values): MeasureUnit | undefined {
  const units = values.flatMap((v) => unitBeside(v) ?? [])
  const count = (unit: MeasureUnit) => units.filter((other) => other === unit).length
  const kinds = [...new Set(units)].toSorted((a, b) => count(b) - count(a))
  return kinds.length > 1 ? kinds[0] : undefined
}

const readsAll = (field: ProductField, transforms: readonly Transform[], values: Values) =>
  shareRead(field, transforms, values) === 1

/** The share of the values that a field reads without an issue, 0 to 1. */
export function shareRead(field: ProductField, transforms: readonly Transform[], values: Values): number {
  if (values.length === 0) return 1
  const checker = new RowChecker([{ field, from: 'v', transforms: [...transforms] }], feedRules.parse({}))
  checker.columns(['v'])
  const read = values.filter((v) => {
    const checkedRow = checker.check({ line: 1, cells: [v], hashA: 0, hashB: 0 }, false)
    // a rounded amount was read
    return 'values' in checkedRow && !checkedRow.warnings?.some((w) => !w.reason.endsWith('rounded'))
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
  // without its divisor, the price would be another one
  if (now.some((t) => t.kind === 'divide' || t.kind === 'divide_by')) return undefined
  const share = shareRead(field, now, values)
  if (share === 1) return undefined
  const better = transformsFor(field, values, unknownNotation)
  return shareRead(field, better, values) > share ? better : undefined
}
