import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { answerOf, backOff, ShopFault, throttled, type Shop } from '../ask.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>
interface Answer {
  status: number
  body: unknown
}
/** What says why, of a batch or of one thing. */
const said = z.object({
  title: z.string().optional(),
  errors: z.unknown().optional(),
  batch_errors: z.unknown().optional(),
})

const listed = z.array(z.object({ message: z.string() }))

const number = (headers: Headers, name: string): number | undefined => {
  const value = Number(headers[name] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

/** A shop's questions, which it counts together with every other app's. */
export function openBigCommerceAsks(shop: Shop, base: string) {
  const meter = { requests: 0, points: 0 }
  const metered = { ...shop, meter }
  let opensAt = 0

  const heed = (headers: Headers): void => {
    const reset = number(headers, 'x-rate-limit-time-reset-ms')
    if (reset !== undefined && (number(headers, 'x-rate-limit-requests-left') ?? 1) <= 0)
      opensAt = Date.now() + reset
  }
  /** The longer of what it says; without a word it is overloaded. */
  const pause = (headers: Headers): ShopFault => {
    const waits = [
      number(headers, 'x-rate-limit-time-reset-ms') ?? 0,
      (number(headers, 'x-retry-after') ?? number(headers, 'retry-after') ?? 0) * 1000,
    ]
    const longest = Math.max(...waits)
    return throttled(longest > 0 ? backOff(metered.meter, Date.now() + longest) : undefined)
  }

  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    version: 'v2' | 'v3' = 'v3',
  ): Promise<Answer> => {
    if (opensAt > Date.now()) throw throttled(opensAt)
    const { headers, ...answer } = await answerOf(metered, {
      method,
      path: `${base}/${version}/${path}`,
      headers: { 'x-auth-token': shop.token, 'content-type': 'application/json' },
      ...(body && { body }),
      also: [400, 404, 409, 413, 422, 429],
      answer: z.unknown(),
    })
    if (answer.status === 429) throw pause(headers)
    heed(headers)
    return answer
  }
  /** What is read; a refusal is none of a product's. */
  const read = async <T>(path: string, shape: z.ZodType<T>, version?: 'v2'): Promise<T> => {
    const answer = await ask('GET', path, undefined, version)
    const body = shape.safeParse(answer.body)
    if (answer.status !== 200 || !body.success)
      throw new ShopFault(
        'outage',
        'The shop’s answer is none that we understand.',
        'Check the admin address of the store.',
        // an address that isn't there is nobody's product
        { status: answer.status === 404 ? 404 : 500 },
      )
    return body.data
  }
  return { meter, ask, read }
}

/** What is wrong with a write as a whole: of several rows nobody knows with which. */
export function faultOf({ status, body }: Answer): ShopFault | undefined {
  if (status < 400) return undefined
  const text = saidOf(body)
  const why: Refusal =
    status === 404 ? 'missing' : status === 409 ? 'conflict' : status === 413 ? 'tooLarge' : causeOf(text)
  // a product that isn't there is told of by the status of an address that isn't
  return new ShopFault(why, text || `The shop refuses it (${status}).`, 'Check the product.', {
    status: status === 404 ? 422 : status,
  })
}

/** It has no codes for it. */
export const causeOf = (text: string): Refusal =>
  /not found|not exist/i.test(text) ? 'missing' : /duplicate|unique/i.test(text) ? 'conflict' : 'invalid'

/** Another product of the shop has the name that one was told. */
export const nameIsTaken = (text: string): boolean => /\bname\b.*(duplicate|unique)/i.test(text)

/** Its texts, title first. */
export function saidOf(body: unknown): string {
  const read = said.safeParse(body)
  // v2 says it in a list
  if (!read.success)
    return (
      listed
        .safeParse(body)
        .data?.map(({ message }) => message)
        .join('; ') ?? ''
    )
  const { title, errors, batch_errors } = read.data
  const texts = textsOf([errors, batch_errors]).map(({ text }) => text)
  return [...new Set([...(title ? [title] : []), ...texts])].join('; ')
}

export interface Text {
  /** Where in the answer it stands: names and numbers. */
  at: string
  text: string
}
/** Every text in an answer, with where it stands. */
export function textsOf(value: unknown, at = ''): Text[] {
  if (typeof value === 'string') return value === '' ? [] : [{ at, text: value }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, own]) =>
    name === 'type' || name === 'id' ? [] : textsOf(own, `${at}.${name}`),
  )
}
