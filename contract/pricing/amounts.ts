// Exact sums of money in the browser and on the server alike: whole ten-thousandths, as the database keeps
// four decimals. A fraction has six.

const perUnit = 10_000n
const fractionUnit = 1_000_000n
const perCent = 100n

/** A decimal text with up to `places` decimals as a whole number of its last one; more decimals are cut. */
function scale(decimal: string, places: number): bigint {
  const [whole = '0', part = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole + part.slice(0, places).padEnd(places, '0'))
  return decimal.startsWith('-') ? -value : value
}
/** `12.5` as 125000 ten-thousandths. */
export const money = (decimal: string): bigint => scale(decimal, 4)
/** `0.35` as 350000 millionths. */
export const fraction = (decimal: string): bigint => scale(decimal, 6)

/** Money as text with at least two decimals, four where it has them. */
export function moneyText(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(5, '0')
  const part = digits.slice(-4).replace(/00$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -4)}.${part}`
}

/** What the database keeps, as a file has it: exact, and its cents at least. */
export const fileMoney = (amount: string | null): string | null =>
  amount === null ? null : moneyText(money(amount))

/** So much of an amount, to the nearest ten-thousandth. */
export const times = (amount: bigint, part: bigint): bigint => divide(amount * part, fractionUnit)
/** The amount of which `amount` is what is left when `part` is taken off. */
export const leavingPart = (amount: bigint, part: bigint): bigint =>
  -divideDown(-amount * fractionUnit, fractionUnit - part)

/** To whole cents: the nearest, a half up. */
export const nearestCent = (amount: bigint): bigint => divide(amount, perCent) * perCent
/** To whole cents, never less. */
export const upToCent = (amount: bigint): bigint => -divideDown(-amount, perCent) * perCent
/** To whole cents, never more. */
export const downToCent = (amount: bigint): bigint => divideDown(amount, perCent) * perCent
/** The next amount, never less, that ends in so many cents. */
export function upToEnding(amount: bigint, cents: number): bigint {
  const ending = BigInt(cents) * perCent
  return -divideDown(ending - amount, perUnit) * perUnit + ending
}

/** To the nearest, a half away from zero. */
function divide(a: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return a < 0n ? (a - half) / divisor : (a + half) / divisor
}
function divideDown(a: bigint, divisor: bigint): bigint {
  const q = a / divisor
  return a % divisor < 0n ? q - 1n : q
}
