import { hashKey, type QueryClient } from '@tanstack/react-query'
import { operations } from 'virtual:operations'
import type { Operations } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import type { CallTarget, InputOf, Operation, ResultOf } from '#contract/operation.ts'
import type { FieldChange, ErrorBody, HeldLock, OverView } from '#contract/refusals.ts'
import { idleHeader } from '#contract/session/idle.ts'
import { identityConfirmed } from './identity.ts'
import { isIdle } from './idle.ts'
import { refusalText } from './ui/act/form-errors.ts'
import { viewing } from './viewing.ts'

/** A refusal, with the fields it concerns. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly id: string | undefined
  readonly fields: Record<string, string>
  /** A conflict: what others changed meanwhile. */
  readonly changed: readonly FieldChange[]
  /** A conflict: the version that has those changes. */
  readonly version: number | undefined
  /** Who has locked the vendor, and why. */
  readonly lock: HeldLock | undefined
  /** The view of a customer's account that is over. */
  readonly view: OverView | undefined
  /** The shell shows it. */
  isShown = false
  /** Whoever made the call shows it in its own place: the shell shows nothing. */
  isHandled = false
  constructor(
    status: number,
    { code, message, id, fields, changed: changes, version, lock, view }: ErrorBody['error'],
  ) {
    super(message)
    this.status = status
    this.code = code
    this.id = id
    this.fields = fields ?? {}
    this.changed = changes ?? []
    this.version = version
    this.lock = lock
    this.view = view
  }
}

/** A write with an idempotency key happens once, however often it is sent. */
type CallInput<E extends Operation> = InputOf<E> & { idempotencyKey?: string }
type Args<E extends Operation> =
  Record<never, never> extends InputOf<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
export interface Call<E extends Operation> {
  (...args: Args<E>): Promise<ResultOf<E>>
  /** For useQuery; the key begins with the area and the operation. */
  query(...args: Args<E>): {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<ResultOf<E>>
  }
  key(): readonly string[]
  /** The address alone, for a link to a file or a stream of events. */
  url(...args: Args<E>): string
}
type Client = {
  readonly [N in keyof Operations]: Operations[N] extends infer E extends Operation ? Call<E> : never
}
type Plain = string | number | boolean | null | undefined
interface Loose {
  params?: Record<string, Plain>
  query?: Record<string, Plain>
  body?: unknown
  idempotencyKey?: string
}

const appVersion = document.querySelector<HTMLMetaElement>('meta[name=app-version]')?.content ?? ''
type Listener = (error: HttpError) => boolean
const refusalListeners = new Set<Listener>()
/** Calls the listener with every refusal, once; the shell shows those that concern the whole app and returns whether it did. */
export function onRefusal(listener: Listener): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

export function headers(): Record<string, string> {
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
  return {
    'app-id': 'feedstock-web',
    ...(appVersion && !appVersion.startsWith('%') && { 'app-version': appVersion }),
    ...(isIdle() && { [idleHeader]: '1' }),
    ...(xsrf && { 'x-xsrf-token': decodeURIComponent(xsrf) }),
  }
}

function address(op: CallTarget, { params, query }: Loose): string {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  // also in the address, since the browser itself requests files, pictures and streams
  const parameters: Record<string, Plain> = { ...query, viewing: op.by_viewer ? undefined : viewing }
  const search = new URLSearchParams(
    Object.entries(parameters).flatMap(([k, v]) =>
      v === undefined || v === null || v === '' ? [] : [[k, String(v)]],
    ),
  ).toString()
  return search ? `${path}?${search}` : path
}

function bodyOf(op: CallTarget, { body }: Loose): URLSearchParams | string | null {
  if (body === undefined) return null
  return op.encoding === 'form' ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body)
}

/** Sent again once the person has confirmed that it’s them, where the act needs a fresh sign-in. */
async function send(op: CallTarget, input: Loose, signal?: AbortSignal): Promise<unknown> {
  try {
    return await sendOnce(op, input, signal)
  } catch (error) {
    if (error instanceof HttpError && (await identityConfirmed(error))) return sendOnce(op, input, signal)
    throw error
  }
}

async function sendOnce(op: CallTarget, input: Loose, signal?: AbortSignal): Promise<unknown> {
  const form = op.encoding === 'form'
  let response: Response
  try {
    response = await fetch(address(op, input), {
      method: op.method,
      headers: {
        ...headers(),
        ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
        ...(input.body !== undefined && {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      body: bodyOf(op, input),
      signal: signal ?? null,
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw toHttpError(502, undefined)
  }
  if (!response.ok)
    throw toHttpError(
      response.status,
      (await response.json().catch(() => undefined)) as ErrorBody | undefined,
    )
  return response.status === 204 ? undefined : response.json()
}

const statusMessages: Readonly<Record<number, string>> = {
  403: messages.forbidden,
  502: messages.unavailable,
}

export function toHttpError(status: number, body: ErrorBody | undefined): HttpError {
  const message = statusMessages[status] ?? messages.somethingWrong
  const refusal = body?.error ?? { code: 'http', message }
  const error = new HttpError(status, { ...refusal, message: refusalText(refusal.message) })
  for (const listener of refusalListeners) if (listener(error)) error.isShown = true
  return error
}

/** Every operation of the contract as a typed call: `api.searchVendors({ body })`. */
export const api = Object.fromEntries(
  Object.entries(operations).flatMap(([area, ops]) =>
    Object.entries(ops).map(([name, op]) => [
      name,
      Object.assign((input: Loose = {}) => send(op, input), {
        query: (input: Loose = {}) => ({
          queryKey: [area, name, input],
          queryFn: ({ signal }: { signal: AbortSignal }) => send(op, input, signal),
        }),
        key: () => [area, name],
        url: (input: Loose = {}) => address(op, input),
      }),
    ]),
  ),
) as unknown as Client

/** After an act: reads everything again except the session and the query that was just read. */
export const refresh = (client: QueryClient, freshKey?: readonly unknown[]): Promise<void> => {
  const freshHash = freshKey && hashKey(freshKey)
  return client.invalidateQueries({
    predicate: ({ queryKey: [area], queryHash }) =>
      typeof area === 'string' && area in operations && area !== 'session' && queryHash !== freshHash,
  })
}
