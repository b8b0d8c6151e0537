import { gtinIsRight } from '../check.ts'
import { readPrice } from '../cells/price.ts'
import { fewest, type Values } from './table-sample.ts'

/** What columns look like by their values. */
export const eachMatches = (pattern: RegExp) => (values: Values) => values.every((v) => pattern.test(v))
export const shareOf = (values: Values, matches: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(matches).length / values.length

export const isGtin = (digits: number) => (value: string) =>
  value.length === digits && /^\d+$/.test(value) && gtinIsRight(value)
export const gtins = (digits: number) => (values: Values) => values.every(isGtin(digits))
export const money = /^\D{0,3}\d+[.,]\d{1,2}\D{0,4}$/
/** A few repeated values may be the supplier's mistake. */
export const isMostlyUnique = (values: Values) => new Set(values).size >= 0.9 * values.length
/** Short words, some of them repeated, as brands are. */
export const isRepeatedWord = (values: Values) =>
  new Set(values).size < values.length && values.every((v) => /\p{L}{2}/u.test(v) && v.length <= 40)
/** Whether in half of the rows one value is part of the other. */
export const standsIn = (cells: Values, others: Values) =>
  cells.filter((cell, i) => cell !== '' && (others[i] ?? '').includes(cell.toLowerCase())).length >=
  cells.length / 2

/** Whether a cost is always below its list price, and by a similar share. */
export function isBelow(cells: Values, others: Values): boolean {
  const shares = cells.flatMap((cell, i) => {
    const [a, b] = [Number(readPrice(cell)), Number(readPrice(others[i] ?? ''))]
    return a > 0 && b > 0 ? [a / b] : []
  })
  const [lowest, highest] = [Math.min(...shares), Math.max(...shares)]
  return shares.length >= fewest && highest < 1 && lowest > 0.15 && highest / lowest < 3
}

/** `5 new`, `12 pcs`, `10+`, `>100`, `In stock (25)`: a number of pieces, not a size or weight. */
export const countPattern =
  /^(?:[<>~≥≤]\s*)?\d{1,6}(?:\s*\+|\s+(?:new|used|left|available|in stock|pcs?|pieces?|units?|stk|stück|st|stuks|pièces?|pezzi|uds?|шт|szt|ks|db|adet|buc)\.?)?$|^in stock \(\d+\)$/iu

export const isAddress = (value: string) => /^(?:https?:)?\/\/\S/i.test(value)
/** An address or a file's name, alone or first of several. */
export const looksLikePicture = (value: string) =>
  /^(?:https?:)?\/\/\S/i.test(value) ||
  /\.(?:jpe?g|png|webp|gif|bmp|tiff?|svg|avif)\b/i.test(value) ||
  /^\/?[\w-]+(?:\/[\w.-]+)+/.test(value)
export const hasWord = (value: string) => /\p{L}{2}/u.test(value) && !isAddress(value)
/** A SKU's letters, digits and marks, without blanks. */
export const looksLikeCode = (value: string) =>
  /^[\p{L}\p{N}./#+:_-]{1,60}$/u.test(value) && !/^https?:/i.test(value)
/** A day, which would be unique as a SKU is. */
export const looksLikeDate = (value: string) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$/.test(value)
