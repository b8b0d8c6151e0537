const scientific = /^([+-]?)(\d*)\.?(\d*)[eE]([+-]?\d{1,3})$/

/**
 * `1.5E3` → `1500`, `1.1E-2` → `0.011`, digit by digit; what isn't written with an exponent stays as it is.
 */
export function withoutExponent(text: string): string {
  const [, sign = '', whole = '', part = '', exponent] = scientific.exec(text) ?? []
  if (exponent === undefined || whole + part === '') return text
  const digits = whole + part
  const mark = whole.length + Number(exponent)
  if (Math.abs(mark) > 40) return text
  const before = mark > 0 ? digits.slice(0, mark).padEnd(mark, '0') : '0'
  const after = mark > 0 ? digits.slice(mark) : digits.padStart(digits.length - mark, '0')
  const zeros = after.replace(/0+$/, '')
  return `${sign === '-' ? '-' : ''}${before.replace(/^0+(?=\d)/, '')}${zeros && `.${zeros}`}`
}

/** The 15 digits that a spreadsheet counts with and shows: it saves 0.3 as 0.30000000000000004. */
export function plainNumber(text: string): string {
  const long = text.length > 16 && /[.eE]/.test(text) && Number.isFinite(Number(text))
  return withoutExponent(long ? String(Number(Number(text).toPrecision(15))) : text)
}

/** The number, where it is a whole one: `12`, `12.0`, `1.2e1`; else NaN. */
export function wholeNumber(text: string): number {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return Number.NaN
  const n = Number(text)
  return Number.isInteger(n) ? n : Number.NaN
}
