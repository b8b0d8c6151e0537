/** An email, money: docs/domain.md, Values as they are shown. */
export const isEmail = (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)

/** Dollar, Pound and Rand by currency id. */
const currencySymbol = (currencyId?: number | null) => (currencyId === 2 ? '£' : currencyId === 4 ? 'R' : '$')

/** Zero is the symbol and 0; what is no number is empty. */
export function money(value: number | string | null | undefined, currencyId?: number | null): string {
  const n = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof n !== 'number' || !Number.isFinite(n)) return ''
  const digits = Math.abs(n).toLocaleString('en-US', {
    maximumFractionDigits: 2,
    minimumFractionDigits: Number.isInteger(n) ? 0 : 2,
  })
  const isZero = digits === '0.00'
  return `${n < 0 && !isZero ? '-' : ''}${currencySymbol(currencyId)}${isZero ? '0' : digits}`
}
