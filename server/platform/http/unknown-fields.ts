import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { movingFields } from '#contract/moving-fields.ts'

type Schema = z.core.$ZodType
type Json = Record<string, unknown>
type Path = readonly (string | number)[]

/** A field that a save doesn't take. */
interface RefusedField {
  path: Path
  message: string
  value: unknown
}
export const unknownField = 'Unknown field'
export const readOnlyField = 'This field is read-only'

interface Sifted {
  value: unknown
  refused: RefusedField[]
}

/**
 * Takes fields that a schema doesn't have out of an input, at every depth, and names those that are refused.
 * @param record what the input may repeat: a field it has unchanged is no fault. An input of an older version
 *   may have other values; whether it is too old is the save's to say.
 */
export function siftFields(schema: Schema, input: unknown, record?: unknown): Sifted {
  const refused: RefusedField[] = []
  const isOlder =
    isObject(input) && isObject(record) && input.version !== undefined && input.version !== record.version
  const value = sift({ schema, input, record, isOlder, path: [] }, refused)
  return { value, refused }
}

interface Part {
  schema: Schema
  input: unknown
  record: unknown
  isOlder: boolean
  path: Path
}

function sift(part: Part, refused: RefusedField[]): unknown {
  const { schema, input } = part
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return isObject(input) ? siftObject(def.shape, { ...part, input }, refused) : input
    case 'array':
      // more rows than allowed are refused for that
      return Array.isArray(input) && input.length <= longestOf(schema)
        ? siftRows(def.element, { ...part, input }, refused)
        : input
    case 'record':
      return isObject(input) ? siftValues(def.valueType, { ...part, input }, refused) : input
    case 'union':
      return siftUnion(def.options, part, refused)
    case 'optional':
    case 'nullable':
    case 'default':
      return sift({ ...part, schema: def.innerType }, refused)
    case 'pipe':
      return sift({ ...part, schema: def.in }, refused)
    default:
      return input
  }
}

function siftObject(
  shape: Readonly<Record<string, Schema>>,
  part: Part & { input: Json },
  refused: RefusedField[],
): Json {
  const { input, record, isOlder, path } = part
  const result: Json = {}
  for (const [key, value] of Object.entries(input)) {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined
    const isRepeated = isObject(record) && Object.hasOwn(record, key)
    const isSame = isRepeated && isDeepStrictEqual(value, record[key])
    if (known) {
      // a new row has no id yet, which null says, too
      if (value === null && isId(key) && isOptional(known) && !z.safeParse(known, null).success) continue
      // what the answer calls the same and means otherwise, such as a form's description
      if (isSame && isOptional(known) && !z.safeParse(known, value).success) continue
      const inner = isObject(record) ? record[key] : undefined
      result[key] = sift(
        { schema: known, input: value, record: inner, isOlder, path: [...path, key] },
        refused,
      )
    } else if (!isSame && !(isRepeated && (isOlder || movingFields.has(key))))
      refused.push({ path: [...path, key], message: isRepeated ? readOnlyField : unknownField, value })
  }
  return result
}

/** How many rows an array may have. */
function longestOf(schema: Schema): number {
  const checks = schema._zod.def.checks ?? []
  const maxima = checks.map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Infinity,
  )
  return Math.min(Infinity, ...maxima)
}

const siftRows = (element: Schema, part: Part & { input: unknown[] }, refused: RefusedField[]) =>
  part.input.map((input, i) => {
    const { record: rows, isOlder } = part
    // a row that was removed since had these fields: whether the input is too old is the save's to say
    const record = rowOf(rows, input) ?? (isOlder && Array.isArray(rows) ? input : undefined)
    return sift({ schema: element, input, record, isOlder, path: [...part.path, i] }, refused)
  })

const siftValues = (valueType: Schema, part: Part & { input: Json }, refused: RefusedField[]) =>
  Object.fromEntries(
    Object.entries(part.input).map(([key, value]) => {
      const record = isObject(part.record) ? part.record[key] : undefined
      return [
        key,
        sift({ ...part, schema: valueType, input: value, record, path: [...part.path, key] }, refused),
      ]
    }),
  )

/** By the option that leaves the fewest fields over, among those whose constants the input has. */
function siftUnion(options: readonly Schema[], part: Part, refused: RefusedField[]): unknown {
  let best: { value: unknown; found: RefusedField[] } | undefined
  const ofItsKind = options.filter((option) => hasConstants(option, part.input))
  for (const schema of ofItsKind.length > 0 ? ofItsKind : options) {
    const found: RefusedField[] = []
    const value = sift({ ...part, schema }, found)
    if (!best || found.length < best.found.length) best = { value, found }
  }
  refused.push(...(best?.found ?? []))
  return best ? best.value : part.input
}

function hasConstants(option: Schema, input: unknown): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return !isObject(input)
  if (!isObject(input)) return false
  return Object.entries(def.shape).every(([key, schema]) => {
    const field = (schema as z.core.$ZodTypes)._zod.def
    return field.type !== 'literal' || (field.values as unknown[]).includes(input[key])
  })
}

const isId = (key: string) => key === 'id' || key.endsWith('_id')
/** Rows that share an id with others are told apart by the rest of their fields, among this many. */
const mostAlike = 50
const indexes = new WeakMap<readonly unknown[], Map<string, Json[]>>()

/** The rows of a list by each id that they have: a list of thousands is compared row by row. */
function rowsById(rows: readonly unknown[]): Map<string, Json[]> {
  const known = indexes.get(rows)
  if (known) return known
  const entries = rows
    .filter((row): row is Json => isObject(row))
    .flatMap((row) => idsOf(row).map((id) => [id, row] as const))
  const index = new Map(
    [...Map.groupBy(entries, ([id]) => id)].map(([id, pairs]) => [id, pairs.map(([, row]) => row)]),
  )
  indexes.set(rows, index)
  return index
}
const idsOf = (row: Json): string[] =>
  Object.entries(row).flatMap(([key, value]) => (isId(key) ? [`${key} ${JSON.stringify(value)}`] : []))

/** The row of a list with the same id; of several, the one that has the most in common with the input. */
export function rowOf(rows: unknown, input: unknown): unknown {
  if (!Array.isArray(rows) || !isObject(input)) return undefined
  const index = rowsById(rows)
  const groups = idsOf(input).flatMap((id) => {
    const group = index.get(id)
    return group ? [group] : []
  })
  // its own id is the one that the fewest others have
  const [rarest = []] = groups.toSorted((one, other) => one.length - other.length)
  const likeness = (row: Json) =>
    Object.keys(input).filter((key) => isDeepStrictEqual(input[key], row[key])).length
  const ranked = rarest.slice(0, mostAlike).map((row) => ({ row, rank: likeness(row) }))
  return ranked.toSorted((one, other) => other.rank - one.rank)[0]?.row
}

/** Without what is named but blank, where a call doesn't take that: a filter that isn't set. */
export function withoutBlanks<Input>(schema: Schema | undefined, input: Input): Input {
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {}
  if (def?.type !== 'object' || !isObject(input)) return input
  const isUnset = ([key, value]: [string, unknown]) => {
    const known = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
    const isBlank = value === '' || value === null
    return known && isBlank && isOptional(known) && !z.safeParse(known, value).success
  }
  return Object.fromEntries(Object.entries(input).filter((entry) => !isUnset(entry))) as Input
}

const isOptional = (schema: Schema) => schema._zod.optin === 'optional'
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
