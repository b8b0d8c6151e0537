import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { onlyReads, type Area, type Operation, type RecordRead } from '#contract/operation.ts'
import { declaredOf } from './declared.ts'
import { invalid, Refusal } from './errors.ts'
import { fieldsOf } from './parsing.ts'
import { isObject, rowOf, siftFields, unknownField, withoutBlanks } from './unknown-fields.ts'

/** Answers a read of the same area, as if it were called. */
type CallRead = (name: string, input: { params: unknown; query: unknown }) => Promise<unknown>

const nothing = z.object({})
/** The view of a customer's account, and what a whole call may carry in its query. */
const queryOfAnyCall = ['viewing']

/**
 * Refuses each field that a write doesn't take, by its name: dropped, it would read as saved
 * (docs/domain/writes.md, Fields). What it repeats of the record unchanged is taken out of the body.
 * Of a read, filters that are named and blank are taken out.
 */
export async function refuseUnknownFields(
  { op, area, call }: { op: Operation; area: Area; call: CallRead },
  req: FastifyRequest,
): Promise<void> {
  if (onlyReads(op) || op.method === 'GET') {
    req.query = withoutBlanks(op.query, req.query)
    req.body = withoutBlanks(op.body, req.body)
    return
  }
  if (op.by_address) return
  const known = Object.keys(op.query?._zod.def.shape ?? {}).concat(queryOfAnyCall)
  const inQuery = Object.keys(req.query as object).filter((key) => !known.includes(key))
  const schema = op.body ?? nothing
  const isJson = op.encoding !== 'multipart' && req.body !== undefined && req.body !== null
  let sifted = isJson ? siftFields(schema, req.body) : { value: req.body, refused: [] }
  if (sifted.refused.length > 0 && op.record)
    sifted = siftFields(schema, req.body, await recordOf(op.record, { area, call }, req))
  const named = namedInAddress(req.params as Record<string, unknown>)
  if (isJson) req.body = sifted.value
  const refused = [
    ...sifted.refused
      .filter(({ path, value }) => named.get(String(path.at(-1))) !== String(value))
      .map(({ path, message }) => [path.join('.'), message] as const),
    ...inQuery.map((key) => [key, unknownField] as const),
  ]
  if (refused.length === 0) return
  const parsed = z.safeParse(schema, sifted.value ?? {})
  throw invalid({ ...Object.fromEntries(refused), ...(isJson && !parsed.success && fieldsOf(parsed.error)) })
}

/** The record as it is, in the shape in which its save may repeat it. */
async function recordOf(
  reads: readonly RecordRead[],
  { area, call }: { area: Area; call: CallRead },
  req: FastifyRequest,
): Promise<unknown> {
  let record: unknown
  for (const { read, keys = {}, from, at } of reads) {
    const op = area[read]!
    const input = { params: addressPart(op.params, keys, req), query: addressPart(op.query, keys, req) }
    if (!input.params || !input.query) continue
    const answer = await orNothing(call(read, input))
    if (answer === undefined) continue
    const declared = declaredOf(op.answer as z.core.$ZodType)(answer)
    const whole: unknown = JSON.parse(JSON.stringify(declared))
    const part = from !== undefined && isObject(whole) ? whole[from] : whole
    const isOneOfMany = at === undefined && Array.isArray(part) && !Array.isArray(req.body)
    const fitting = isOneOfMany ? rowOf(part, req.body) : part
    record = merged(record, at === undefined ? fitting : { [at]: fitting })
  }
  return record
}

/** A part of the read's address, found in what the save was sent. */
function addressPart(schema: z.core.$ZodObject | undefined, keys: RecordRead['keys'], req: FastifyRequest) {
  if (!schema) return {}
  const sent = [req.params, req.query, Array.isArray(req.body) ? req.body[0] : req.body].filter(isObject)
  const values = Object.keys(schema._zod.def.shape).map((key) => {
    const name = keys?.[key] ?? key
    const value = sent.map((part) => valueAt(part, name)).find((found) => found !== undefined)
    return [key, typeof value === 'number' ? String(value) : value]
  })
  return z.safeParse(schema, Object.fromEntries(values)).data
}

const valueAt = (part: unknown, name: string): unknown =>
  name.split('.').reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), part)

/** A record that isn't there, or that the caller may not read, is the save's own to refuse. */
async function orNothing(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Short names in addresses of what records call by its whole name. */
const wholeNames: Readonly<Record<string, string>> = {
  vid: 'vendor_id',
  did: 'dropshipper_id',
  vmmid: 'vendor_market_map_id',
}
/** What the address names already: the body may repeat it, also in a new row. */
const namedInAddress = (params: Record<string, unknown>) =>
  new Map(Object.entries(params).map(([name, value]) => [wholeNames[name] ?? name, String(value)]))

const merged = (one: unknown, other: unknown): unknown => {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other]
  if (!isObject(one) || !isObject(other)) return other === undefined ? one : other
  const all = { ...one }
  for (const [key, value] of Object.entries(other)) all[key] = merged(one[key], value)
  return all
}
