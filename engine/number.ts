/** Longer texts are no numbers, and would be slow to match. */
export const longestNumber = 400
const scientific = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)[eE]([+-]?\d{1,3})$/

/** `1.5E3` → `1500`, `1.1E-2` → `0.011`, digit by digit; a number without an exponent stays unchanged. */
export function withoutExponent(text: string): string {
  const match = text.length > longestNumber ? null : scientific.exec(text)
  if (!match) return text
  const [, sign, whole = '', part = '', exponent] = match
  const shift = whole.length + Number(exponent)
  if (Math.abs(shift) > 40) return text
  const allDigits = whole + part
  const digits = allDigits.padStart(allDigits.length - shift, '0')
  const mark = Math.max(shift, 0)
  const before = digits.slice(0, mark).padEnd(mark, '0').replace(/^0+/, '') || '0'
  const after = digits.slice(mark).replace(/0+$/, '')
  return `${sign === '-' ? '-' : ''}${before}${after && `.${after}`}`
}

/** A JSON number to its last digit, even if a JavaScript number couldn't hold it. */
export function exactNumber(text: string): string {
  const plain = withoutExponent(text)
  const isDecimal = plain.length <= longestNumber && /\.\d+$/.test(plain)
  const exact = isDecimal ? plain.replace(/\.?0+$/, '') : plain
  return exact === '-0' ? '0' : exact
}

/** The 15 digits that a spreadsheet shows: it saves 0.3 as 0.30000000000000004. */
export function plainNumber(text: string): string {
  const long = text.length > 16 && /[.eE]/.test(text) && Number.isFinite(Number(text))
  return withoutExponent(long ? String(Number(Number(text).toPrecision(15))) : text)
}

/** A whole number such as `12`, `12.0` or `1.2e1`; else NaN. */
export function wholeNumber(text: string): number {
  if (text.length > longestNumber || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    return Number.NaN
  const n = Number(text)
  return Number.isInteger(n) ? n : Number.NaN
}
