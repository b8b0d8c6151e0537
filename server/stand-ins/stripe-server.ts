import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { StandInRequest } from './stand-in.ts'
import type { Event, StripeAnswer } from './stripe-objects.ts'
import { stripe } from './stripe.ts'

/** What goes wrong with a request. The *after* ones did what they were asked, and their key has an answer. */
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
/** A request that was made under an idempotency key. */
interface KeyedRequest {
  request: string
  startMs: number
  /** undefined: it is still being executed. */
  answer?: { status: number; body: string }
}
interface Execution {
  answer: StripeAnswer
  keyedRequest?: KeyedRequest
  isReplay?: true
}
interface Options {
  /** The secret key that it takes. */
  token: string
  webhookSecret: string
  now?: () => number
}

export async function startStripe(options: Options): Promise<StripeServer> {
  const server = new StripeServer(options)
  await server.listen()
  return server
}

/** Stripe's stand-in over real HTTP: its store of keys, what goes wrong with an answer, and its webhooks. */
class StripeServer {
  address = ''
  readonly api: ReturnType<typeof stripe>
  readonly asked: StandInRequest[] = []
  /**
   * Where events go: nowhere, at once, before the answer to the request that caused them, or when they are
   * released.
   */
  readonly webhooks = {
    to: undefined as ((body: Buffer, signature: string) => Promise<void> | void) | undefined,
    when: 'after' as 'after' | 'before' | 'held',
    times: 1,
    held: [] as Event[],
  }

  private readonly token: string
  private readonly webhookSecret: string
  private readonly now: () => number
  private readonly keys = new Map<string, KeyedRequest>()
  private readonly plannedFaults: { pattern: RegExp; fault: Fault }[] = []
  private readonly hangingResponses = new Set<ServerResponse>()
  private deliveredEvents = 0
  private readonly server = createServer((req, res) => void this.serve(req, res))

  constructor({ token, webhookSecret, now = Date.now }: Options) {
    this.token = token
    this.webhookSecret = webhookSecret
    this.now = now
    this.api = stripe({ token, now })
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', () => resolve()))
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  readonly close = async (): Promise<void> => {
    for (const res of this.hangingResponses) res.destroy()
    this.server.closeAllConnections()
    await new Promise<void>((resolve) => void this.server.close(() => resolve()))
  }

  /** The next request like this goes wrong. */
  readonly goWrong = (pattern: RegExp, fault: Fault): void => {
    this.plannedFaults.push({ pattern, fault })
  }

  /** Delivers events that were held, or that time has caused; if reversed, the newest first. */
  readonly release = async ({ reversed: isReversed = false } = {}): Promise<void> => {
    this.api.pass()
    const events = [...this.webhooks.held.splice(0), ...this.api.events.slice(this.deliveredEvents)]
    this.deliveredEvents = this.api.events.length
    await this.deliver(isReversed ? events.toReversed() : events)
  }

  readonly sign = (event: Event, atMs = this.now()) => {
    const body = Buffer.from(JSON.stringify({ ...event, api_version: '2026-10-28.endive', livemode: false }))
    const t = Math.floor(atMs / 1000)
    const v1 = createHmac('sha256', this.webhookSecret).update(`${t}.`).update(body).digest('hex')
    return { body, signature: `t=${t},v1=${v1}` }
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const request = await readRequest(req)
    this.asked.push(request)
    const fault = this.nextFault(request)
    if (fault === 'dropped before') res.destroy()
    else if (fault === 'hangs before') this.hangingResponses.add(res)
    else if (fault === 'conflict') this.send(res, request, conflict)
    else if (fault === 'too many') this.send(res, request, tooMany)
    else await this.serveExecuted(res, request, fault)
  }

  private nextFault({ method, path }: StandInRequest): Fault | undefined {
    const index = this.plannedFaults.findIndex(({ pattern }) => pattern.test(`${method} ${path}`))
    return index < 0 ? undefined : this.plannedFaults.splice(index, 1)[0]?.fault
  }

  private async serveExecuted(
    res: ServerResponse,
    request: StandInRequest,
    fault: Fault | undefined,
  ): Promise<void> {
    const { answer, keyedRequest, isReplay } = this.execute(request, fault)
    const status = answer.status ?? 200
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const events = this.takeNewEvents()
    if (this.webhooks.when === 'before') await this.deliver(events)
    if (answer.slowMs) await setTimeout(answer.slowMs)
    if (keyedRequest) keyedRequest.answer = { status, body }
    if (answer.dropped || fault === 'dropped after') res.destroy()
    else if (fault === 'hangs after') this.hangingResponses.add(res)
    else if (fault === 'cut body') sendHalf(res, status, body)
    else if (fault === 'no json')
      res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    else this.send(res, request, { status, body }, isReplay)
    if (this.webhooks.when === 'after') await this.deliver(events)
  }

  /** A key's request is executed once and answered alike ever after; if it never began, nothing is kept. */
  private execute(request: StandInRequest, fault: Fault | undefined): Execution {
    const { method, path, headers, body } = request
    const key = headers['idempotency-key']
    const isAuthorized = headers.authorization === `Bearer ${this.token}`
    if (method !== 'POST' || key === undefined || !isAuthorized) return { answer: this.api.answer(request) }
    const requestText = `${path} ${body}`
    if (this.now() - (this.keys.get(key)?.startMs ?? 0) > keyLifetimeMs) this.keys.delete(key)
    const earlier = this.keys.get(key)
    if (earlier && earlier.request !== requestText) return { answer: otherParameters }
    if (earlier) return earlier.answer ? { answer: earlier.answer, isReplay: true } : { answer: conflict }
    const keyedRequest: KeyedRequest = { request: requestText, startMs: this.now() }
    const answer = fault === 'broken before' ? serverError : this.api.answer(request)
    if (answer.unbegun) return { answer }
    this.keys.set(key, keyedRequest)
    return { answer: fault === 'broken after' ? { ...answer, ...serverError } : answer, keyedRequest }
  }

  private send(
    res: ServerResponse,
    { headers }: StandInRequest,
    { status = 200, body }: StripeAnswer,
    isReplay = false,
  ): void {
    const key = headers['idempotency-key']
    res
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${this.asked.length}`,
        ...(key && { 'idempotency-key': key }),
        ...(isReplay && { 'idempotent-replayed': 'true' }),
      })
      .end(body as string)
  }

  /** The events since the last time, to be delivered unless they are held. */
  private takeNewEvents(): Event[] {
    const events = this.api.events.slice(this.deliveredEvents)
    this.deliveredEvents = this.api.events.length
    if (this.webhooks.when !== 'held') return events
    this.webhooks.held.push(...events)
    return []
  }

  private async deliver(events: readonly Event[]): Promise<void> {
    for (const event of events)
      for (let i = 0; i < this.webhooks.times; i++) {
        const { body, signature } = this.sign(event)
        await this.webhooks.to?.(body, signature)
      }
  }
}

/** After a day a key is free again. */
const keyLifetimeMs = 86_400_000
const errorBody = (type: string, message: string, details: object = {}) =>
  JSON.stringify({ error: { type, message, ...details } })
const conflict: StripeAnswer = {
  status: 409,
  body: errorBody('idempotency_error', 'There is currently another in-progress request using this key.', {
    code: 'idempotency_key_in_use',
  }),
}
const otherParameters: StripeAnswer = {
  status: 400,
  body: errorBody(
    'idempotency_error',
    'Keys for idempotent requests can only be used with the same parameters.',
  ),
}
const tooMany: StripeAnswer = {
  status: 429,
  body: errorBody('invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' }),
}
const serverError: StripeAnswer = {
  status: 500,
  body: errorBody('api_error', 'Something went wrong on Stripe’s end.'),
}

/** The headers promise more than comes. */
function sendHalf(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.write(body.slice(0, body.length / 2), () => res.destroy())
}

async function readRequest(req: IncomingMessage): Promise<StandInRequest> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  const url = new URL(req.url ?? '/', 'http://stripe')
  return {
    method: req.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: req.headers as StandInRequest['headers'],
    body: Buffer.concat(parts).toString('utf8'),
    address: '',
  }
}
