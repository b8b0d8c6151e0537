import { z } from 'zod'
import { isEmail, longestEmail } from './formats.ts'
import { plainWords } from './plain-words.ts'
import { count as countText } from './words.ts'

// a form reports it in the same words as the server
z.config({ customError: plainWords })

// The vocabulary of inputs: values that PostgreSQL can't store are refused here, and no plainer schema is
// used (contract.test.ts).

const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
/** Spaces and zero-width characters don't make a name. */
export const visible = (value: string) => /[^\p{Cc}\p{Cf}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/u.test(value)
const notStorable = 'Remove unsupported characters'
const largestInteger = 2_147_483_647
/** The last second of the year 9999. */
const lastSecond = 253_402_300_799

// the schemas carry the messages, since a form checks by them before any server does
const atMost = (max: number) => `Enter at most ${countText(max)} characters`
const wholeNumber = (low: number, high: number) =>
  high < largestInteger
    ? `Enter a whole number from ${countText(low)} to ${countText(high)}`
    : 'Enter a whole number'

/** Text as it was typed, of at most `max` characters. */
export const text = (max: number) => z.string().max(max, atMost(max)).refine(storable, notStorable)
/**
 * Removes invisible characters: control characters except line breaks and tabs, and marks that change the
 * text direction.
 */
const visibleMarks = (value: string) =>
  value.replaceAll(/(?![\0\n\r\t\v\f\x85])\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
const breaks = /[\n\r\t\v\f\x85\u2028\u2029]+/g
const oneLine = (value: string) => visibleMarks(value).replaceAll(breaks, ' ')
const trimmedText = (
  max: number,
  requiredMessage: string | undefined,
  normalize: (value: string) => string,
) => {
  // a missing value gets this message, too
  const missing = ({ input }: { input?: unknown }) => (input === undefined ? requiredMessage : undefined)
  const textSchema = z
    .string({ error: missing })
    .overwrite(normalize)
    .trim()
    .max(max, atMost(max))
    .refine(storable, notStorable)
  if (requiredMessage === undefined) return textSchema
  // an empty value gets only this message; what is wrong with the whole is reported beside it
  return textSchema.min(1, requiredMessage).refine((value) => value === '' || visible(value), requiredMessage)
}
/**
 * One line without surrounding spaces: a line break or tab becomes a space (docs/domain/values.md, Typed values).
 * @param requiredMessage the message for an empty value; undefined: it may be empty
 */
export const line = (max: number, requiredMessage?: string) => trimmedText(max, requiredMessage, oneLine)
/** The same for longer texts such as a note or a reason, which keep their line breaks. */
export const lines = (max: number, requiredMessage?: string) =>
  trimmedText(max, requiredMessage, visibleMarks)
/** @param requiredMessage the message if no email address is given */
export const emailOr = (requiredMessage: string) =>
  z
    .string(requiredMessage)
    .trim()
    .max(longestEmail, atMost(longestEmail))
    .refine(storable, notStorable)
    .refine(isEmail, requiredMessage)
export const email = emailOr('This is not a valid email address')
/** A web address that a person opens: it contains no login, which everybody could read. */
export const webAddress = (max: number, error: string) =>
  url(max, ['https', 'http'], error).refine(
    (value) => !/^[a-z]+:\/\/[^/?#]*@/i.test(value),
    'Remove the username and password from the URL',
  )
/** @param protocols without the colon */
export const url = (max: number, protocols: readonly string[], error: string) =>
  z
    .url({ protocol: new RegExp(`^(${protocols.join('|')})$`), error })
    .max(max, atMost(max))
    .refine(storable, notStorable)
/** What people mean by a day; days as text are in order only while all years have four digits. */
const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']
const nearDay = (date: z.ZodISODate) =>
  date
    .refine((value) => value >= firstDay, 'Enter a date from 1900 on')
    .refine((value) => value <= lastDay, 'Enter a date before 2200')
/** A date, `2026-11-21`. */
export const day = nearDay(z.iso.date('Enter a date'))
/** A date that a person must choose. @param requiredMessage what one who has chosen none is told */
export const requiredDay = (requiredMessage: string) =>
  nearDay(z.iso.date({ error: ({ input }) => (input ? 'Enter a date' : requiredMessage) }))
/** An amount with up to 4 decimals, as text, so that nothing is rounded on the way. */
export const money = z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'Enter an amount such as 12.50')
/** Dollars with up to two decimals, as a person types them. */
export const amountOr = (error: string) => z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, error)
export const amount = amountOr('Enter an amount such as 12.50')
/** The most that a card is charged: no price is above it. */
const mostPrice = 999_999.99
export const price = amount.refine((text) => Number(text) <= mostPrice, 'At most $999,999.99')

export const count = (low: number, high: number, error = wholeNumber(low, high)) => {
  // a missing value is reported as required
  const notWhole = ({ input }: { input?: unknown }) => (input === undefined ? undefined : error)
  return z.number({ error: notWhole }).int({ error: notWhole }).min(low, error).max(high, error)
}
/** The database keeps two decimals, so 0.004 % would become 0. */
export const hundredths = 'Use at most 2 decimals'
const notPercent = 'Enter a percentage from 0 to 100'
export const percent = z.number().min(0, notPercent).max(100, notPercent).multipleOf(0.01, hundredths)
/** A list's sort column; with `-` before it, descending. */
export const sortOf = <const K extends string>(keys: readonly K[]) =>
  z.enum([...keys, ...keys.map((key) => `-${key}` as const)])

/** The id of a record. */
export const id = count(1, largestInteger)
/** The id of a record that a person chooses. @param requiredMessage what one who has chosen nothing is told */
export const requiredId = (requiredMessage: string) =>
  z.number({ error: requiredMessage }).int().min(1).max(largestInteger)
/** The id of a product, run, job or image, which may exceed an integer. */
export const bigId = count(1, Number.MAX_SAFE_INTEGER)
export const page = count(1, 10_000).default(1)
/** Seconds since 1970. */
export const instant = count(0, lastSecond)

/**
 * The version that a form opened (docs/domain/writes.md, Two people, one record); undefined: save whatever
 * happened meanwhile.
 */
export const version = count(0, Number.MAX_SAFE_INTEGER).optional()

/** The same for numbers that travel as text: in a path or a query. */
const countFromText = (low: number, high: number) =>
  z
    .preprocess<unknown, z.ZodNumber, number>(decimalDigits, z.number().int().min(low).max(high))
    .meta({ type: 'integer', minimum: low, maximum: high })
/** Other spellings of a number (01, 0x1, 1e0, +1) would be other addresses of one record. */
const decimalDigits = (value: unknown): unknown =>
  typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value
export const fromText = {
  count: countFromText,
  id: countFromText(1, largestInteger),
  bigId: countFromText(1, Number.MAX_SAFE_INTEGER),
  page: countFromText(1, 10_000).default(1),
  instant: countFromText(0, lastSecond),
  days: countFromText(1, 365),
  flag: z.enum(['true', 'false']).transform((value) => value === 'true'),
}

/** Path parameters that aren't the id of a record. */
export const pathValues = {
  token: text(200).min(10),
  // the key of an unsubscribe link: the sealed address may be long
  key: text(500),
  // - and 0: a vendor without contacts
  email: z.union([email, z.literal('-')]),
  contact_id: countFromText(0, largestInteger),
  // 0: nobody
  manager_vid: countFromText(0, largestInteger),
  feed_run_id: fromText.bigId,
  stat1: fromText.bigId,
  stat2: fromText.bigId,
  job_id: fromText.bigId,
  invoice_id: fromText.bigId,
  vendor_charge_id: fromText.bigId,
  product_id: fromText.bigId,
  product_image_id: fromText.bigId,
  store_update_id: fromText.bigId,
  notice_delivery_id: fromText.bigId,
  // a market's own; can't lead an address elsewhere
  order_id: z.string().regex(/^[A-Za-z0-9][\w-]{0,99}$/, 'Enter a valid order number'),
}
