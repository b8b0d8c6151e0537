import { longestNumber, withoutExponent } from '../number.ts'

/** `1.234,50` → `1234.50`; `12,5` → `12.5`. */
export const readDecimalComma = (v: string): string =>
  v.replace(/(?<=[1-9]|\d\d)[.\s'](?=\d{3}(?:\D|$))/g, '').replace(',', '.')

/**
 * A price with its currency, `$1,234.50`, `EUR 12.50`, `12.99 USD`, `1 234,50 ₽`: the number alone.
 * The last `.` or `,` is the decimal mark, unless it only groups thousands.
 */
export function readPrice(value: string): string {
  const text = value.trim()
  if (text.length > longestNumber) return text
  const bare = text
    .replace(/^(?:(?:\p{L}+\.?|\p{Sc})\s*)+|(?:\s*(?:\p{L}+\.?|\p{Sc}))+$/gu, '')
    .replace(/(?<=\d)[\s'](?=\d{3}(?!\d))/g, '')
  const v = withoutExponent(bare)
  // two numbers, or one with ambiguous marks, is no price
  if (!/^[\d.,]+$/.test(v) || /[.,]{2}/.test(v)) return text
  const mark = thousands.test(v) ? -1 : v.search(/[.,](?=\d+$)/)
  return mark < 0 ? v.replace(/[.,]/g, '') : `${v.slice(0, mark).replace(/[.,]/g, '')}.${v.slice(mark + 1)}`
}
/** `1,234`, `1.234.567`, `1,23,456`. */
const thousands = /^[1-9]\d{0,2},\d{3}$|([.,]).*\1\d{3,}$/
