import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { StandInRequest } from './stand-in.ts'
import { stripe, type StripeTold } from './stripe.ts'
import type { Event } from './stripe-things.ts'

/** What goes wrong with a request; *executed* ones did what they were asked, and their key has an answer. */
export type Fault =
  | 'dropped before'
  | 'dropped after'
  | 'cut body'
  | 'hangs before'
  | 'hangs after'
  | 'conflict'
  | 'too many'
  | 'broken before'
  | 'broken after'
  | 'no json'
export const faults: readonly Fault[] = [
  'dropped before',
  'dropped after',
  'cut body',
  'hangs before',
  'hangs after',
  'conflict',
  'too many',
  'broken before',
  'broken after',
  'no json',
]
interface Kept {
  request: string
  at: number
  /** None: it is at work still. */
  told?: { status: number; body: string }
}
interface Options {
  /** The secret key that it takes. */
  token: string
  webhookSecret: string
  now?: () => number
}

const error = (type: string, message: string, more: object = {}) =>
  JSON.stringify({ error: { type, message, ...more } })

/** Stripe's stand-in over real HTTP: its store of keys, what goes wrong with an answer, and its webhooks. */
export async function startStripe({ token, webhookSecret, now = Date.now }: Options) {
  const api = stripe({ token, now })
  const keys = new Map<string, Kept>()
  const asked: StandInRequest[] = []
  const wrong: { at: RegExp; fault: Fault }[] = []
  const hanging = new Set<ServerResponse>()
  /** Where events go: to nobody, at once, before the answer to what they tell of, or when they are let go. */
  const webhooks = {
    to: undefined as ((body: Buffer, signature: string) => Promise<void> | void) | undefined,
    when: 'after' as 'after' | 'before' | 'held',
    times: 1,
    held: [] as Event[],
  }
  let delivered = 0

  const sign = (event: Event, at = now()) => {
    const body = Buffer.from(JSON.stringify({ ...event, api_version: '2026-10-28.endive', livemode: false }))
    const t = Math.floor(at / 1000)
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.`).update(body).digest('hex')
    return { body, signature: `t=${t},v1=${v1}` }
  }
  const deliver = async (all: readonly Event[]) => {
    for (const event of all)
      for (let i = 0; i < webhooks.times; i++) {
        const { body, signature } = sign(event)
        await webhooks.to?.(body, signature)
      }
  }
  const fresh = () => {
    const all = api.events.slice(delivered)
    delivered = api.events.length
    if (webhooks.when !== 'held') return all
    webhooks.held.push(...all)
    return []
  }

  /** By its key: done once, answered alike ever after; nothing is kept of what never began. */
  const answer = (
    one: StandInRequest,
    fault: Fault | undefined,
  ): { told: StripeTold; kept?: Kept; replayed?: true } => {
    const key = one.headers['idempotency-key']
    const known = one.headers.authorization === `Bearer ${token}`
    if (one.method !== 'POST' || key === undefined || !known) return { told: api.answer(one) }
    const request = `${one.path} ${one.body}`
    if (now() - (keys.get(key)?.at ?? 0) > keptMs) keys.delete(key)
    const had = keys.get(key)
    if (had && had.request !== request)
      return {
        told: {
          status: 400,
          body: error(
            'idempotency_error',
            'Keys for idempotent requests can only be used with the same parameters.',
          ),
        },
      }
    if (had && !had.told) return { told: conflict }
    if (had) return { told: had.told!, replayed: true }
    const kept: Kept = { request, at: now() }
    const told = fault === 'broken before' ? broken : api.answer(one)
    if (told.unbegun) return { told }
    keys.set(key, kept)
    return { told: fault === 'broken after' ? { ...told, ...broken } : told, kept }
  }

  const server = createServer(async (req, res) => {
    const one = await readAsked(req)
    asked.push(one)
    const at = wrong.findIndex((w) => w.at.test(`${one.method} ${one.path}`))
    const [{ fault } = { fault: undefined }] = at < 0 ? [] : wrong.splice(at, 1)
    if (fault === 'dropped before') return void res.destroy()
    if (fault === 'hangs before') return void hanging.add(res)
    if (fault === 'conflict') return send(res, conflict, one)
    if (fault === 'too many') return send(res, tooMany, one)
    const { told, kept, replayed } = answer(one, fault)
    const status = told.status ?? 200
    const body = typeof told.body === 'string' ? told.body : JSON.stringify(told.body)
    const events = fresh()
    if (webhooks.when === 'before') await deliver(events)
    if (told.slowMs) await setTimeout(told.slowMs)
    if (kept) kept.told = { status, body }
    if (told.dropped || fault === 'dropped after') res.destroy()
    else if (fault === 'hangs after') hanging.add(res)
    else if (fault === 'cut body') cut(res, status, body)
    else if (fault === 'no json')
      res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    else send(res, { status, body }, one, replayed)
    if (webhooks.when === 'after') await deliver(events)
  })
  const send = (
    res: ServerResponse,
    { status = 200, body }: StripeTold,
    one: StandInRequest,
    replayed = false,
  ) =>
    void res
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${asked.length}`,
        ...(one.headers['idempotency-key'] && { 'idempotency-key': one.headers['idempotency-key'] }),
        ...(replayed && { 'idempotent-replayed': 'true' }),
      })
      .end(body as string)
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    api,
    asked,
    webhooks,
    sign,
    /** The next request like this goes wrong. */
    goWrong: (at: RegExp, fault: Fault) => void wrong.push({ at, fault }),
    /** Delivers what was held, or what has come by the clock; the newest first where they are turned round. */
    async release({ reversed = false } = {}) {
      api.pass()
      const all = [...webhooks.held.splice(0), ...api.events.slice(delivered)]
      delivered = api.events.length
      await deliver(reversed ? all.toReversed() : all)
    },
    async close() {
      for (const res of hanging) res.destroy()
      server.closeAllConnections()
      await new Promise<void>((r) => void server.close(() => r()))
    },
  }
}
/** After a day a key is another's. */
const keptMs = 86_400_000
const conflict: StripeTold = {
  status: 409,
  body: error('idempotency_error', 'There is currently another in-progress request using this key.', {
    code: 'idempotency_key_in_use',
  }),
}
const tooMany: StripeTold = {
  status: 429,
  body: error('invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' }),
}
const broken: StripeTold = { status: 500, body: error('api_error', 'Something went wrong on Stripe’s end.') }

/** The headers promise more than comes. */
function cut(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.write(body.slice(0, body.length / 2), () => res.destroy())
}

async function readAsked(req: IncomingMessage): Promise<StandInRequest> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  const url = new URL(req.url!, 'http://stripe')
  return {
    method: req.method!,
    path: url.pathname,
    query: url.searchParams,
    headers: req.headers as StandInRequest['headers'],
    body: Buffer.concat(parts).toString('utf8'),
    address: '',
  }
}
