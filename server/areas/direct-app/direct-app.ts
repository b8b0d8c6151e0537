import { request } from 'undici'
import { z } from 'zod'
import { databaseNow } from '#server/platform/clock.ts'
import type { DirectAppSettings } from '#server/platform/config.ts'
import type { Pace } from '#server/platform/pace.ts'

// The IS Direct app over HTTP; its interface is in docs/domain/direct-app.md.

const whole = z.number().int().min(1).max(2_147_483_647)
const amount = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/)
const moment = z.iso.datetime({ offset: true })
const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed())

const remotePlan = z.object({
  id: whole,
  name: text(100),
  monthly_fee: amount,
  monthly_orders: z.number().int().min(0).max(1_000_000),
  offered: z.boolean(),
})
export type RemotePlan = z.output<typeof remotePlan>
const remoteUser = z.object({
  id: whole,
  email: text(254),
  plan_id: whole.nullable(),
  next_charge_date: z.iso.date().nullable(),
  monthly_orders_remaining: z.number().int().min(0).max(1_000_000),
  registered_at: moment,
  version: text(200),
})
export type RemoteUser = z.output<typeof remoteUser>
const remoteOrder = z.object({
  user_id: whole,
  id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  ordered_at: moment,
  changed_at: moment,
  state: z.enum(['placed', 'shipped', 'canceled']),
  cost: amount,
  paid_at: moment.nullable(),
})
export type RemoteOrder = z.output<typeof remoteOrder>
const next = text(500).nullable()
const refusal = z.object({ fields: z.record(text(100), text(500)) })

export interface RemoteChange {
  email?: string
  plan_id?: number | null
  next_charge_date?: string | null
  monthly_orders_remaining?: number
}

/** Why a call failed. */
export type DirectReason = 'credentials' | 'missing' | 'conflict' | 'refused' | 'unavailable' | 'invalid'
export class DirectFault extends Error {
  readonly reason: DirectReason
  constructor(reason: DirectReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface DirectApp {
  plans(): Promise<RemotePlan[]>
  users(cursor: string | null): Promise<{ users: RemoteUser[]; next: string | null }>
  user(id: number): Promise<RemoteUser>
  /** Changes fields of a user who still has this version. @throws DirectFault `conflict` if not */
  saveUser(id: number, version: string, change: RemoteChange): Promise<RemoteUser>
  /** The orders of a user, or of all, that changed at that moment or later, the oldest change first. */
  orders(of: { userId: number | null; since: string | null }, cursor: string | null): Promise<OrderPage>
}
export interface OrderPage {
  orders: RemoteOrder[]
  next: string | null
}

export const remotePageSize = 100
const callMs = 20_000
const mostBytes = 8 * 1024 * 1024
/** A call that found IS Direct unavailable is repeated this often, the wait doubling each time. */
const mostTries = 4
const firstWaitMs = 1000
const mostWaitMs = 30_000

interface Options {
  pace: Pace
  signal: AbortSignal
}

export function openDirectApp(settings: DirectAppSettings, options: Options): DirectApp {
  const call = <T>(question: Question<T>) => askPatiently(settings, options, question)
  const page = (cursor: string | null) => ({
    limit: String(remotePageSize),
    ...(cursor !== null && { cursor }),
  })
  return {
    plans: async () =>
      (await call({ path: '/v1/plans', answer: z.object({ plans: z.array(remotePlan).max(100) }) })).plans,
    users: (cursor) =>
      call({
        path: '/v1/users',
        query: page(cursor),
        answer: z.object({ users: z.array(remoteUser).max(remotePageSize), next }),
      }),
    user: (id) => call({ path: `/v1/users/${id}`, answer: remoteUser }),
    saveUser: (id, version, change) =>
      call({ path: `/v1/users/${id}`, change: { version, fields: change }, answer: remoteUser }),
    orders: ({ userId, since }, cursor) =>
      call({
        path: '/v1/orders',
        query: {
          ...page(cursor),
          ...(userId !== null && { user_id: String(userId) }),
          ...(since !== null && { changed_since: since }),
        },
        answer: z.object({ orders: z.array(remoteOrder).max(remotePageSize), next }),
      }),
  }
}

interface Question<T> {
  path: string
  query?: Record<string, string>
  change?: { version: string; fields: RemoteChange }
  answer: z.ZodType<T>
}

/** Waits and repeats while IS Direct is unavailable; a repeated change is refused there if it arrived before. */
async function askPatiently<T>(
  settings: DirectAppSettings,
  { pace, signal }: Options,
  question: Question<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answered = await answerOf(settings, signal, question)
    if ('body' in answered) return answered.body
    const { fault, waitMs } = answered
    if (fault.reason !== 'unavailable' || attempt === mostTries) throw fault
    await pace.sleep(Math.min(mostWaitMs, waitMs ?? firstWaitMs * 2 ** (attempt - 1)), signal)
  }
}

type Answered<T> = { body: T } | { fault: DirectFault; waitMs?: number | undefined }
async function answerOf<T>(
  { url, secret }: DirectAppSettings,
  signal: AbortSignal,
  { path, query = {}, change, answer }: Question<T>,
): Promise<Answered<T>> {
  try {
    const reply = await request(`${url}${path}?${String(new URLSearchParams(query))}`, {
      method: change ? 'PATCH' : 'GET',
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/json',
        'user-agent': 'Feedstock/1',
        ...(change && { 'content-type': 'application/json', 'if-match': `"${change.version}"` }),
      },
      ...(change && { body: JSON.stringify(change.fields) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
    })
    const body = await readJson(reply.body)
    const { statusCode: status, headers } = reply
    if (status >= 200 && status < 300) {
      const parsed = answer.safeParse(body)
      return parsed.success
        ? { body: parsed.data }
        : { fault: new DirectFault('invalid', 'IS Direct sent a response that isn’t valid') }
    }
    return { fault: faultOf(status, body), waitMs: retryAfter(headers['retry-after']) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    return { fault: error instanceof DirectFault ? error : networkFault(error as Error) }
  }
}

async function readJson(stream: AsyncIterable<Buffer>): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    bytes += part.length
    if (bytes > mostBytes) throw new DirectFault('invalid', 'IS Direct sent a response that is too large')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return undefined
  }
}

function faultOf(status: number, body: unknown): DirectFault {
  if (status === 401 || status === 403)
    return new DirectFault('credentials', `IS Direct refused the secret (${status}). Check DIRECT_APP_SECRET`)
  if (status === 404) return new DirectFault('missing', 'Not found at IS Direct (404)')
  if (status === 409 || status === 412)
    return new DirectFault('conflict', `Someone else changed this user at IS Direct (${status})`)
  if (status === 429 || status >= 500)
    return new DirectFault('unavailable', `IS Direct is unavailable (${status})`)
  const parsed = refusal.safeParse(body)
  const reasons = parsed.success
    ? Object.entries(parsed.data.fields).map(([field, reason]) => `${field}: ${reason}`)
    : []
  return new DirectFault(
    'refused',
    `IS Direct refused the request (${status})${reasons.length > 0 ? `. ${reasons.join('; ')}` : ''}`,
  )
}

const networkFault = (error: Error): DirectFault =>
  error.name === 'TimeoutError'
    ? new DirectFault('unavailable', 'IS Direct didn’t respond in time')
    : new DirectFault('unavailable', 'IS Direct can’t be reached. Check DIRECT_APP_URL')

/** Seconds, or a date. */
function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - databaseNow()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds * 1000)
}
