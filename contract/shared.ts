import { z } from 'zod'

/** A positive integer id, in a path or query. */
export const id = z.coerce.number<number>().int().positive().max(2_147_483_647)
/** A moment in UTC, ISO 8601. */
export const moment = z.string()
/** Exact money or measure, as the database's decimal text. */
export const decimal = z.string()
export const flag = z.union([z.literal(0), z.literal(1)])

/** Valid only with exactly one @, text on both sides and a dot in the domain (document 1, section 5). */
export const isEmail = (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)
export const email = z.string().trim().max(254).refine(isEmail, 'This is not a valid email address')

/** Dollar, Pound and Rand by currency id (document 1, section 3). */
const currencySymbol = (currencyId?: number | null) => (currencyId === 2 ? '£' : currencyId === 4 ? 'R' : '$')

/** At most 2 decimals, thousands separators, symbol; zero is symbol plus 0; a non-number is empty (document 1, section 5). */
export function money(value: number | string | null | undefined, currencyId?: number | null): string {
  const n = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof n !== 'number' || !Number.isFinite(n)) return ''
  const sign = n < 0 ? '-' : ''
  return (
    sign + currencySymbol(currencyId) + Math.abs(n).toLocaleString('en-US', { maximumFractionDigits: 2, minimumFractionDigits: Number.isInteger(n) ? 0 : 2 })
  )
}

/** Every refusal's body (behaviour.md, Session, headers, errors). */
export const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), id: z.string().optional(), fields: z.record(z.string(), z.string()).optional() }),
})
export type ErrorBody = z.output<typeof errorBody>
