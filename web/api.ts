import { hashKey, type QueryClient } from '@tanstack/react-query'
import { operations } from 'virtual:operations'
import type { Operations } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import type { CallTarget, InputOf, Operation, ResultOf } from '#contract/operation.ts'
import type { FieldChange, ErrorBody, HeldLock, OverView } from '#contract/refusals.ts'
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
  /** The shell says it. */
  told = false
  /** What asked says it in its own place: the shell says nothing. */
  said = false
  constructor(
    status: number,
    { code, message, id, fields, changed, version, lock, view }: ErrorBody['error'],
  ) {
    super(message)
    this.status = status
    this.code = code
    this.id = id
    this.fields = fields ?? {}
    this.changed = changed ?? []
    this.version = version
    this.lock = lock
    this.view = view
  }
}

/** What is given: with an Idempotency-Key (`once`) a write happens once, however often it is sent. */
type Given<E extends Operation> = InputOf<E> & { once?: string }
type Args<E extends Operation> =
  Record<never, never> extends InputOf<E> ? [input?: Given<E>] : [input: Given<E>]
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
  once?: string
}

const appVersion = document.querySelector<HTMLMetaElement>('meta[name=app-version]')?.content ?? ''
type Listener = (error: HttpError) => boolean
const refusalListeners = new Set<Listener>()
/** Told of every refusal, once; the shell shows what concerns the whole app, and says whether it did. */
export function onRefusal(listener: Listener): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

export function headers(): Record<string, string> {
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
  return {
    'app-id': 'feedstock-web',
    ...(appVersion && !appVersion.startsWith('%') && { 'app-version': appVersion }),
    ...(xsrf && { 'x-xsrf-token': decodeURIComponent(xsrf) }),
  }
}

function address(op: CallTarget, { params, query }: Loose): string {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  // in the address also where a browser asks by itself: for a file, a picture, a stream
  const asked: Record<string, Plain> = { ...query, viewing: op.by_viewer ? undefined : viewing }
  const search = new URLSearchParams(
    Object.entries(asked).flatMap(([k, v]) =>
      v === undefined || v === null || v === '' ? [] : [[k, String(v)]],
    ),
  ).toString()
  return search ? `${path}?${search}` : path
}

async function send(op: CallTarget, input: Loose, signal?: AbortSignal): Promise<unknown> {
  const form = op.encoding === 'form'
  let response: Response
  try {
    response = await fetch(address(op, input), {
      method: op.method,
      headers: {
        ...headers(),
        ...(input.once !== undefined && { 'idempotency-key': input.once }),
        ...(input.body !== undefined && {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      body:
        input.body === undefined
          ? null
          : form
            ? new URLSearchParams(input.body as Record<string, string>)
            : JSON.stringify(input.body),
      signal: signal ?? null,
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw refused(502, undefined)
  }
  if (!response.ok)
    throw refused(response.status, (await response.json().catch(() => undefined)) as ErrorBody | undefined)
  return response.status === 204 ? undefined : response.json()
}

export function refused(status: number, body: ErrorBody | undefined): HttpError {
  const error = new HttpError(
    status,
    body?.error ?? {
      code: 'http',
      message:
        status === 403 ? messages.forbidden : status === 502 ? messages.unavailable : messages.somethingWrong,
    },
  )
  for (const listener of refusalListeners) if (listener(error)) error.told = true
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

/** After an act: everything is asked for again, but who is signed in and what was `just` read. */
export const refresh = (client: QueryClient, just?: readonly unknown[]): Promise<void> => {
  const known = just && hashKey(just)
  return client.invalidateQueries({
    predicate: ({ queryKey: [area], queryHash }) =>
      typeof area === 'string' && area in operations && area !== 'session' && queryHash !== known,
  })
}
