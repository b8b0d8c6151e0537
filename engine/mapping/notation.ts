import { fewest, type Values } from './table-sample.ts'

/** How a column writes decimals; `either`: its numbers can be read both ways. */
export type Notation = 'comma' | 'dot' | 'mixed' | 'either'

const commaMarks = [
  /^\D*(?:\d+|\d{1,3}(?:[.\s'\u00a0\u202f]\d{3})+),(?:\d{1,2}|\d{4,})\D*$/,
  /^\D*0+,\d+\D*$/,
  /\d\.\d{3},\d/,
  /^\D*\d{1,3}(?:\.\d{3}){2,}\D*$/,
]
const dotMarks = [
  /^\D*(?:\d+|\d{1,3}(?:[,\s'\u00a0\u202f]\d{3})+)\.(?:\d{1,2}|\d{4,})(?:e[+-]?\d+)?\D*$/i,
  /^\D*0*\.\d+(?:e[+-]?\d+)?\D*$/i,
  /\d,\d{3}\.\d/,
  /^\D*\d{1,3}(?:,\d{3}){2,}\D*$/,
]
const eitherWay = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/
const anyOf = (marks: readonly RegExp[]) => (value: string) => marks.some((mark) => mark.test(value))

/** The notation that a column's values show; undefined: whole numbers, or no numbers. */
export function notationOf(values: Values): Notation | undefined {
  const comma = values.some(anyOf(commaMarks))
  const dot = values.some(anyOf(dotMarks))
  if (comma && dot) return 'mixed'
  if (comma) return 'comma'
  if (dot) return 'dot'
  return values.some((v) => eitherWay.test(v)) ? 'either' : undefined
}

/** The notation of the columns that show one; undefined: none does, or they disagree. */
export function notationOfAll(columns: readonly Values[]): 'comma' | 'dot' | undefined {
  const marks = new Set(
    columns
      .filter(areNumbers)
      .map(notationOf)
      .filter((n) => n === 'comma' || n === 'dot'),
  )
  return marks.size === 1 ? [...marks][0] : undefined
}

const areNumbers = (values: Values) =>
  values.length > 0 &&
  values.filter((v) => v.length <= 30 && /^\D{0,6}\d[\d.,\s'\u00a0\u202f]*\D{0,8}$/.test(v)).length >=
    0.7 * values.length

/** Whether groups of thousands explain the marks: amounts below 1,000 have none, and none above lacks one. */
const areGrouped = (values: Values) =>
  values.some((v) => /^\D*\d{1,3}\D*$/.test(v)) && !values.some((v) => /^\D*\d{4,}\D*$/.test(v))

/** What a column's notation is taken for. */
export interface DecidedNotation {
  mark: 'comma' | 'dot'
  /** A value that could as well be read otherwise. */
  doubtful?: string
}

/**
 * Decides from the whole column, then from the others, then from what separates the cells: between semicolons and
 * tabs the comma is free to be a decimal mark.
 */
export function decideNotation(
  values: Values,
  others: 'comma' | 'dot' | undefined,
  delimiter: string | null,
): DecidedNotation {
  const ownNotation = notationOf(values)
  if (ownNotation === 'comma') return { mark: 'comma' }
  if (ownNotation !== 'either')
    return { mark: ownNotation === undefined && others === 'comma' ? 'comma' : 'dot' }
  if (others) return { mark: others }
  const sample = values.find((v) => eitherWay.test(v))
  const isComma = values.some((v) => /\d,\d{3}\D*$/.test(v))
  if (areGrouped(values)) return { mark: isComma ? 'dot' : 'comma' }
  const mark = delimiter !== null && delimiter !== ',' ? 'comma' : 'dot'
  return { mark, ...(values.length >= fewest && sample && { doubtful: sample }) }
}
