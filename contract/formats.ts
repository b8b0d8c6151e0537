export const longestEmail = 254
/** Not part of an email address: invisible characters, and those that separate addresses in a mail. */
const notOfEmail = /[\s\p{C}\p{Z}()<>[\],;:\\"]/u
/** Emails and money: docs/domain/values.md. Text that is far too long isn't examined. */
export const isEmail = (text: string) =>
  text.length <= longestEmail && !notOfEmail.test(text) && /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(text)

/** Dollar, Pound and Rand by currency id. */
const currencySymbols: Readonly<Record<number, string>> = { 2: '£', 4: 'R' }
const currencySymbol = (currencyId?: number | null) => currencySymbols[currencyId ?? 0] ?? '$'

/** Zero is the symbol and 0; a value that isn't a number is empty. */
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

/** Dollars in a column, where they align: always two decimals, and a real minus: $1,676.00, −$0.50. */
export function amount(value: number | string): string {
  const cents = Math.round(Number(value) * 100)
  const digits = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${cents < 0 ? '−' : ''}$${digits}`
}

const signOf: Readonly<Record<string, string>> = { USD: '$', GBP: '£', ZAR: 'R' }
/**
 * An exact amount of a feed in its own currency: `$12`, `£9.95`, `EUR 1.2345`.
 * @param currency a code or a sign; null: unknown
 */
export function price(text: string, currency: string | null): string {
  const match = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text)
  if (!match) return text
  const [, minus, whole = '', rest = ''] = match
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest && `.${rest.padEnd(2, '0')}`)
  const currencyCode = currency?.trim().toUpperCase() ?? ''
  const sign = signOf[currencyCode] ?? (/^[A-Z]{2,}$/.test(currencyCode) ? `${currencyCode} ` : currencyCode)
  return `${minus}${sign}${digits}`
}

/** The date of a date field or a record: M/D/YY. Text that isn't a date stays as it is. */
export function dayText(day: string): string {
  const [, year, month, date] = /^\d\d(\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? []
  return date ? `${Number(month)}/${Number(date)}/${year}` : day
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const longMonths =
  'January February March April May June July August September October November December'.split(' ')
/** The month of a day by its name: November. */
export const monthName = (day: string): string => longMonths[Number(day.slice(5, 7)) - 1] ?? ''

/** The month of a day: Nov 2026. */
export const monthText = (day: string): string => `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** A measured share, with one decimal: 3.1%, −0.4%. */
export const percent = (n: number) => `${n <= -0.05 ? '−' : ''}${Math.abs(n).toFixed(1)}%`
