import { z } from 'zod'
import { fromText, pathValues } from './inputs.ts'
import type { RefusalCode } from './refusals.ts'

type Schema = z.core.$ZodType
type ObjectSchema = z.core.$ZodObject

/**
 * Who may call: anybody, signed in or not; any signed-in person, own account only; staff (docs/domain/access.md,
 * Who may do what).
 */
export type Access = 'public' | 'account' | 'staff' | 'money' | 'admin'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Path = `/api/${string}` | `/api-public/${string}`

export interface Operation {
  readonly method: Method
  readonly path: Path
  readonly summary: string
  readonly access: Access
  /** Whether it changes nothing, if its method doesn't say so. */
  readonly reads?: boolean
  /** A read without input whose answer is the same for all who may call it: simultaneous calls share one. */
  readonly same_for_all?: true
  /** In a view of a customer's account, the viewer calls it as themselves. */
  readonly by_viewer?: true
  /**
   * It needs a fresh sign-in (docs/domain/session.md, Fresh sign-in); `depends`: only for some inputs, which its
   * function tells apart.
   */
  readonly fresh?: true | 'depends'
  /** Works before two-step sign-in is set up where it is required (docs/domain/session.md, Two-step sign-in). */
  readonly before_two_step?: true
  /** Its address contains all it needs: machines send it without a token of ours. */
  readonly by_address?: true
  /** Derived from the braces of the path. */
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: Schema
  readonly record?: readonly RecordRead[]
  /** What is said of an input with wrong fields, where it isn't the usual. */
  readonly faulty?: string
  /** How the body is encoded; JSON by default. */
  readonly encoding?: 'form' | 'multipart'
  /** The name of the file's part, if the body is multipart. */
  readonly file?: 'feedFile' | 'logo' | 'asinFile'
  /** The JSON answer's schema, or the kind of answer if it isn't JSON. */
  readonly answer: Schema | 'file' | 'events' | 'empty'
  /** The answer, a 200, to a link whose path is malformed; without it, that is refused as invalid. */
  readonly malformed?: object
  /** A file of which a part can be requested, so that an interrupted download can resume. */
  readonly resumable?: true
  /** The schema of one server-sent event, with `answer: 'events'`. */
  readonly event?: Schema
  /** Refusals in addition to those that access and input imply. */
  readonly refuses: readonly RefusalCode[]
}

/** A read whose answer, or a part of it, a save may be sent (docs/domain/writes.md, Fields). */
export interface RecordRead {
  /** An operation of the same area. */
  readonly read: string
  /** What the save calls a name of the read's address, where it differs. */
  readonly keys?: Readonly<Record<string, string>>
  /** The part of the answer that is the record; of a list, the row with the same id. */
  readonly from?: string
  /** The part of the body that is the record. */
  readonly at?: string
}

/** What a caller needs to know to send an operation: all that the browser loads of the contract. */
export type CallTarget = Pick<Operation, 'method' | 'path' | 'encoding' | 'by_viewer'>

/** The declaration of an operation, beside method, path and summary. */
interface Details {
  /** staff by default */
  access?: Access
  reads?: boolean
  same_for_all?: true
  by_viewer?: true
  fresh?: true | 'depends'
  before_two_step?: true
  by_address?: true
  query?: ObjectSchema
  body?: Schema
  /** The record as it may be sent back: what the save doesn't take of it is accepted unchanged. */
  record?: readonly RecordRead[]
  faulty?: string
  encoding?: 'form' | 'multipart'
  file?: 'feedFile' | 'logo' | 'asinFile'
  /** empty by default */
  answer?: Schema | 'file' | 'events'
  malformed?: object
  resumable?: true
  event?: Schema
  refuses?: readonly RefusalCode[]
}

/** The names between braces in a path. */
type PathKeys<P extends string> = P extends `${string}{${infer K}}${infer R}` ? K | PathKeys<R> : never
type PathParams<P extends string> = z.ZodObject<{
  [K in PathKeys<P>]: K extends keyof typeof pathValues ? (typeof pathValues)[K] : typeof fromText.id
}>
type Params<P extends string> = [PathKeys<P>] extends [never] ? unknown : { readonly params: PathParams<P> }
type DeclaredOperation<P extends Path, D extends Details> = Omit<D, 'access' | 'answer' | 'refuses'> &
  Params<P> & {
    readonly method: Method
    readonly path: P
    readonly summary: string
    readonly access: Access
    readonly answer: D extends { answer: infer A extends Schema | 'file' | 'events' } ? A : 'empty'
    readonly refuses: readonly RefusalCode[]
  }

const declare =
  (method: Method) =>
  <P extends Path, const D extends Details>(
    path: P,
    summary: string,
    details: D,
  ): DeclaredOperation<P, D> => {
    const keys = [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
    const schemaOf = (key: string) =>
      Object.hasOwn(pathValues, key) ? pathValues[key as keyof typeof pathValues] : fromText.id
    const params = keys.length
      ? { params: z.object(Object.fromEntries(keys.map((key) => [key, schemaOf(key)]))) }
      : {}
    const defaults = { access: 'staff', answer: 'empty', refuses: [] } as const
    return { ...defaults, ...details, ...params, method, path, summary } as unknown as DeclaredOperation<P, D>
  }

/**
 * Declares a read: `listJobs: get('/api/jobs', 'All jobs', { answer: … })`. A name in braces is the id of
 * a record, unless `pathValues` says otherwise.
 */
export const get = declare('GET')
/** Declares a write, or, with `reads`, a read whose query needs a body. */
export const post = declare('POST')
export const put = declare('PUT')
export const remove = declare('DELETE')

/**
 * The names in a path or a query that identify a vendor, or a record that may belong to one: a custom feed
 * is a feed.
 */
const vendorKeys = {
  vendor_id: 'vendor',
  vid: 'vendor',
  vendorId: 'vendor',
  vendor_note_id: 'note',
  vendor_supplier_id: 'subscription',
  vendor_store_id: 'store',
  promo_code_usage_id: 'promo_code_usage',
  custom_feed_id: 'custom_feed',
  vcfi: 'custom_feed',
  vcfid: 'custom_feed',
  vendorCustomFeedId: 'custom_feed',
  feed_id: 'feed',
  fileKey: 'feed',
  feed_run_id: 'run',
  stat1: 'run',
} as const
/** Paths in which it is just called id. */
const idsBelow = {
  '/api/vendor/{id}': 'vendor',
  '/api/feed-expectations/{id}': 'expectation',
  '/api/feed-back-tests/{id}': 'back_test',
  '/api/exports/{id}': 'export',
} as const
/** Parameters of jobs that belong to a vendor. */
export const vendorParams = { vendor_custom_feed_id: 'custom_feed', vendor_store_id: 'store' } as const
type Values<T> = T[keyof T]
export type OfVendor =
  | 'job'
  | Values<typeof vendorKeys>
  | Values<typeof idsBelow>
  | Values<typeof vendorParams>
interface VendorKey {
  part: 'params' | 'query'
  key: string
  of: OfVendor
}

/** The part of a call's address that brings it under a vendor's lock (docs/domain/vendor-access.md, Lock). */
export function vendorKeyOf({ path, query }: Pick<Operation, 'path' | 'query'>): VendorKey | undefined {
  if (path.startsWith('/api-public/')) return undefined
  for (const [key, recordType] of Object.entries(vendorKeys))
    if (path.includes(`{${key}}`)) return { part: 'params', key, of: recordType }
  for (const [start, recordType] of Object.entries(idsBelow))
    if (path.startsWith(start)) return { part: 'params', key: 'id', of: recordType }
  for (const [key, recordType] of Object.entries(vendorKeys))
    if (query && Object.hasOwn(query._zod.def.shape, key)) return { part: 'query', key, of: recordType }
  return undefined
}

const mayBeLocked = (op: Operation) =>
  vendorKeyOf(op) !== undefined ||
  ['vendor_id', 'param_name', 'job_id', 'promo_code_usage_id'].some(
    (key) => op.body !== undefined && 'shape' in op.body && Object.hasOwn(op.body.shape as object, key),
  )

/** Whether it changes nothing: a view of a customer's account allows only such calls. */
export const onlyReads = ({ method, reads }: Pick<Operation, 'method' | 'reads'>) => reads ?? method === 'GET'

/**
 * Every refusal that an operation may answer: those it declares, and those that its access and input
 * imply.
 */
export function refusalsOf(op: Operation): RefusalCode[] {
  const input = (op.params && !op.malformed) || op.query || op.body || op.encoding
  const codes: RefusalCode[] = [
    'app_version',
    // in a view of a customer's account
    'view_over',
    ...(onlyReads(op) ? [] : (['viewing'] as const)),
    ...(op.access === 'public' ? [] : (['signed_out', 'forbidden'] as const)),
    // without the XSRF token or the app id
    ...(op.access === 'public' && op.method !== 'GET' && !op.by_address
      ? (['forbidden', 'invalid'] as const)
      : []),
    // a reused Idempotency-Key
    ...(op.access !== 'public' && op.method !== 'GET' ? (['invalid', 'conflict'] as const) : []),
    ...(input ? (['invalid'] as const) : []),
    ...(mayBeLocked(op) ? (['locked'] as const) : []),
    ...(op.encoding === 'multipart' ? (['disk_full'] as const) : []),
    ...(op.access === 'public' || op.before_two_step ? [] : (['two_step_needed'] as const)),
    ...(op.fresh ? (['confirm_identity'] as const) : []),
    // too many live streams
    ...(op.answer === 'events' ? (['too_many'] as const) : []),
    ...op.refuses,
  ]
  return [...new Set(codes)]
}

export type Area = { readonly [name: string]: Operation }
export type Contract = { readonly [area: string]: Area }

type InputSide<Z> = Z extends Schema ? z.input<Z> : never
type OutputSide<Z> = Z extends Schema ? z.output<Z> : never
type Part<E, K extends string, T> = E extends { [k in K]: Schema } ? { [k in K]: T } : unknown
type InQuery<Q> =
  Record<never, never> extends InputSide<Q> ? { query?: InputSide<Q> } : { query: InputSide<Q> }

/** What a caller passes. */
export type InputOf<E extends Operation> = Part<E, 'params', InputSide<E['params']>> &
  (E extends { query: infer Q } ? InQuery<Q> : unknown) &
  Part<E, 'body', InputSide<E['body']>>
/** What a server function gets: parsed, with defaults filled in. */
export type ParsedOf<E extends Operation> = Part<E, 'params', OutputSide<E['params']>> &
  Part<E, 'query', OutputSide<E['query']>> &
  Part<E, 'body', OutputSide<E['body']>>
/** What a server function returns. */
export type AnswerOf<E extends Operation> = E['answer'] extends Schema ? z.input<E['answer']> : void
/** What a caller receives. */
export type ResultOf<E extends Operation> = E['answer'] extends Schema ? z.output<E['answer']> : void

export function* operations(contract: Contract): Generator<{ area: string; name: string; op: Operation }> {
  for (const [area, ops] of Object.entries(contract))
    for (const [name, op] of Object.entries(ops)) yield { area, name, op }
}
