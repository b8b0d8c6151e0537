import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import type { z } from 'zod'
import { askedTooOften, outageTexts, refusals, type Refusal } from '#contract/stores/shops.ts'
import { AddressRefused, openAddress, pinnedAgent } from '#server/platform/addresses.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { Fault } from '../reach/steps.ts'

/** A shop that takes HTTP requests with its token. */
export interface Shop {
  /** The address that the token belongs to: no other host gets it. */
  origin: string
  token: string
  /** The currency of its amounts; undefined: the shop’s own. */
  currency?: string | undefined
  allowHosts: readonly string[]
  milliseconds: number
  signal?: AbortSignal
  /** Counts the requests, and how many in a row were throttled. */
  meter?: { requests: number; throttledInARow?: number }
  /** What no sentence about the shop may hold beside the token. Access tokens are added. */
  secrets?: Set<string>
}
/** A shop whose requests and points are counted. */
export interface MeteredShop extends Shop {
  meter: { requests: number; points: number; throttledInARow?: number }
}
export const withMeter = (shop: Shop): MeteredShop => ({ ...shop, meter: { requests: 0, points: 0 } })

interface Question<T> {
  path: string
  headers: Record<string, string>
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** undefined: the request is a GET. A text is sent unchanged. */
  body?: object | string
  /** The market’s limit. */
  mostBytes?: number
  /** Statuses beside 200 to 299 whose answer is read. */
  alsoAccepted?: readonly number[]
  /** `path` is a whole address of any host, which gets no token. */
  elsewhere?: boolean
  /** The answer is read however long it takes. */
  long?: boolean
  answer: z.ZodType<T>
}
export interface Answer<T> {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: T
}
const mostBytes = 16 * 1024 * 1024
/** The limits of a wait, whatever the shop says. */
const leastWaitMs = 1000
const mostWaitMs = 24 * 3600 * 1000
/** Each throttle in a row doubles the wait, up to this. */
const mostBackOffMs = 15 * 60 * 1000

/** A call that failed as a whole, and why. */
export class ShopFault extends Fault {
  readonly why: Refusal
  /** When requests are allowed again, in ms. */
  readonly opensAt: number | undefined
  /** The status of its answer; undefined: nobody knows whether the request was executed. */
  readonly status: number | undefined
  constructor(
    why: Refusal,
    sentence: string,
    mend: string,
    details: { opensAt?: number | undefined; status?: number | undefined } = {},
  ) {
    super(sentence, mend)
    this.why = why
    this.opensAt = details.opensAt === undefined ? undefined : within(details.opensAt)
    this.status = details.status
  }
}

function within(moment: number): number {
  const now = databaseNow()
  return Math.min(now + mostWaitMs, Math.max(now + leastWaitMs, moment))
}

/** Sends a request. @throws ShopFault if it fails, without anything of the token */
export const ask = async <T>(shop: Shop, question: Question<T>): Promise<T> =>
  (await answerOf(shop, question)).body

/** The same, with the answer's status and headers. */
export async function answerOf<T>(shop: Shop, question: Question<T>): Promise<Answer<T>> {
  const url = new URL(question.path, shop.origin)
  if (!question.elsewhere && url.origin !== new URL(shop.origin).origin)
    throw new ShopFault(
      'outage',
      `The store redirects to another host, ${url.host}.`,
      'Contact the store’s support.',
    )
  const { read: text, ...reply } = await fetchBody(shop, url, question, readBounded)
  const json = parseJson(text)
  const read = question.answer.safeParse(json)
  // a proxy’s page, or half an answer, doesn’t tell whether the request was executed
  const isGarbled = json === undefined && reply.status < 300 && !question.elsewhere
  if (!read.success || isGarbled)
    throw new ShopFault('outage', 'The store’s response isn’t valid.', 'Check the store’s admin address.')
  return { ...reply, body: read.data }
}

/** Reads a file line by line. Its host may be any, and gets no token. */
export async function eachLine(shop: Shop, address: string, readLine: (line: string) => void): Promise<void> {
  await fetchBody(shop, new URL(address), { headers: {}, long: true }, async (body) => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const part of body) {
      const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
      rest = lines.pop()!
      if (rest.length > mostBytes) throw tooLong()
      for (const line of lines) if (line !== '') readLine(line)
    }
    if (rest !== '') readLine(rest)
  })
}

type RequestParts = Omit<Question<unknown>, 'path' | 'answer'>
async function fetchBody<R>(
  { allowHosts, milliseconds, signal, meter }: Shop,
  url: URL,
  {
    headers,
    body,
    alsoAccepted = [],
    method = body === undefined ? 'GET' : 'POST',
    ...limitsOfRequest
  }: RequestParts,
  read: (body: AsyncIterable<Buffer>) => Promise<R>,
) {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  if (
    text !== undefined &&
    limitsOfRequest.mostBytes !== undefined &&
    Buffer.byteLength(text) > limitsOfRequest.mostBytes
  )
    throw new ShopFault('tooLarge', 'The request is larger than the store accepts.', shorten)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const limits = { connectMs: milliseconds, stallMs: milliseconds }
  const signals = [
    ...(signal ? [signal] : []),
    ...(limitsOfRequest.long ? [] : [AbortSignal.timeout(milliseconds)]),
  ]
  let agent: ReturnType<typeof pinnedAgent> | undefined
  if (meter) meter.requests++
  try {
    agent = pinnedAgent(await openAddress(url.hostname, allowHosts, port), limits)
    const reply = await request(url, {
      method,
      dispatcher: agent,
      signal: AbortSignal.any(signals),
      headers: { 'user-agent': 'Feedstock/1', accept: 'application/json', ...headers },
      ...(text !== undefined && { body: text }),
    })
    const { statusCode: status } = reply
    if (!(status >= 200 && status < 300) && !alsoAccepted.includes(status)) {
      reply.body.on('error', () => {}).destroy()
      throw statusFault(status, reply.headers, meter)
    }
    if (meter && status < 300) meter.throttledInARow = 0
    return { status, headers: reply.headers, read: await read(reply.body) }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof Fault ? error : networkFault(error as Error & { code?: string })
  } finally {
    await agent?.destroy().catch(() => {})
  }
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > mostBytes) throw tooLong()
    parts.push(part)
  }
  return unpack(Buffer.concat(parts)).toString('utf8')
}

const tooLong = () =>
  new ShopFault('outage', 'The store’s response is too large.', 'Contact the store’s support.')

/** Some files are gzipped, whatever their headers say. */
function unpack(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes })
  } catch {
    throw new ShopFault(
      'outage',
      'The store’s response can’t be decompressed.',
      'Contact the store’s support.',
    )
  }
}

export function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text, unkeepable.test(text) ? keepable : undefined)
  } catch {
    return undefined
  }
}
/** Characters that PostgreSQL doesn’t take: NUL, and half a surrogate pair. */
const unkeepable = /\\u(0000|d[89a-f])/i
const keepable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

const askSupport = 'Check the store’s admin address and error log.'
const shorten = 'Shorten the description or send fewer images.'
const waitABit = 'Wait a minute and try again.'
function statusFault(status: number, headers: Answer<unknown>['headers'], meter?: Shop['meter']): ShopFault {
  if (status === 401)
    return new ShopFault('credentials', 'The store refused the token (401).', refusals.credentials, {
      status,
    })
  if (status === 403)
    return new ShopFault('permission', 'The store refused the token (403).', refusals.permission, { status })
  // an unpaid or locked shop takes requests from nobody
  if (status === 402 || status === 423)
    return new ShopFault('permission', `The store is closed (${status}).`, 'Contact the store’s support.', {
      status,
    })
  if (status === 404)
    return new ShopFault(
      'missing',
      'Address not found at the store (404).',
      'Check the store’s admin address.',
      { status },
    )
  if (status === 413)
    return new ShopFault('tooLarge', 'The request is too large for the store (413).', waitABit, { status })
  if (status === 429)
    return new ShopFault('throttled', askedTooOften, waitABit, {
      status,
      opensAt: backOff(meter, retryAfter(headers['retry-after'])),
    })
  if (status >= 300 && status < 400)
    return new ShopFault(
      'outage',
      `The store redirects to another address (${status}).`,
      'Enter that address.',
      { status },
    )
  if (status < 500)
    return new ShopFault('invalid', `The store refused the request (${status}).`, askSupport, { status })
  return new ShopFault('outage', `${outageTexts.error} (${status}).`, waitABit, {
    status,
  })
}

/** The moment in ms. The header is seconds, a date or, in some shops, seconds since 1970. */
function retryAfter(header: string | string[] | undefined): number | undefined {
  const text = String(header ?? '').trim()
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (seconds > mostSeconds) return seconds * 1000
  const moment = Number.isNaN(seconds) ? Date.parse(text) : databaseNow() + seconds * 1000
  return Number.isNaN(moment) ? undefined : moment
}
const mostSeconds = 1_000_000_000

/** The moment that a shop names, but later each time that it throttles again. */
export function backOff(meter: Shop['meter'], moment: number | undefined): number | undefined {
  if (!meter || moment === undefined) return moment
  meter.throttledInARow = (meter.throttledInARow ?? 0) + 1
  return Math.max(
    moment,
    databaseNow() + Math.min(mostBackOffMs, leastWaitMs * 2 ** (meter.throttledInARow - 1)),
  )
}

function networkFault(error: Error & { code?: string }): ShopFault {
  if (error instanceof AddressRefused)
    return new ShopFault('permission', `${error.message}.`, 'Check the store’s admin address.')
  if (error.name === 'TimeoutError' || /TIMEOUT/.test(String(error.code)))
    return new ShopFault('outage', `${outageTexts.slow}.`, waitABit)
  return new ShopFault('outage', `${outageTexts.unreachable}.`, 'Test the connection to see why.')
}
/** A throttle that the shop reports in the body of its answer. */
export const throttled = (opensAt?: number): ShopFault =>
  new ShopFault('throttled', askedTooOften, waitABit, { opensAt, status: 200 })
