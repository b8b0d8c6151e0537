/** What the columns of amounts hold: digits after the decimal point, and the largest amount. */
export const amountDecimals = 4
export const amountLimit = '99,999,999.9999'
/** Of a weight: a screw may have 0.000077 kg. */
export const weightDecimals = 6

const parts = /^(\d*)\.?(\d*)$/
function toScale(text: string, decimals: number): bigint {
  const [, whole = '', fraction = ''] = parts.exec(text) ?? []
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}` || '0')
}
function fromScale(n: bigint, decimals: number): string {
  const digits = n.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${fraction && `.${fraction}`}`
}
const decimalsOf = (text: string) => parts.exec(text)?.[2]?.length ?? 0
const isPlain = (text: string) => /\d/.test(text) && parts.test(text)

/** The exact sum of plain decimals; undefined: one of them is none. */
export function sumOf(texts: readonly string[]): string | undefined {
  if (!texts.every(isPlain)) return undefined
  const decimals = Math.max(0, ...texts.map(decimalsOf))
  return fromScale(
    texts.reduce((sum, text) => sum + toScale(text, decimals), 0n),
    decimals,
  )
}

/** The exact product of two plain decimals; undefined: one of them is none. */
export function productOf(a: string, b: string): string | undefined {
  if (!isPlain(a) || !isPlain(b)) return undefined
  const [x, y] = [decimalsOf(a), decimalsOf(b)]
  return fromScale(toScale(a, x) * toScale(b, y), x + y)
}

/** A plain decimal divided by a whole number, to the tenth further decimal; undefined: it is none. */
export function quotientOf(text: string, divisor: string): string | undefined {
  if (!isPlain(text)) return undefined
  const decimals = decimalsOf(text)
  const whole = BigInt(divisor)
  return fromScale((toScale(text, decimals) * 10n ** 10n * 2n + whole) / (2n * whole), decimals + 10)
}

/** A plain decimal with no more decimals than the columns hold, half up. */
export function rounded(text: string, decimals: number = amountDecimals): string {
  const count = decimalsOf(text)
  if (count <= decimals) return text
  const step = 10n ** BigInt(count - decimals)
  return fromScale((toScale(text, count) + step / 2n) / step, decimals)
}

/** Whether decimals beyond the limit hold more than zeros. */
export const losesDigits = (text: string, decimals: number): boolean =>
  decimalsOf(text) > decimals && /[1-9]/.test((parts.exec(text)?.[2] ?? '').slice(decimals))
