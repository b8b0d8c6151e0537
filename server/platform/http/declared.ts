import type { z } from 'zod'

type Schema = z.core.$ZodType
type Pick = (value: never) => unknown

/**
 * Builds the function that copies what the schema declares from an answer, and nothing else.
 * `JSON.stringify` of the copy is as fast as of the answer itself, and 2 to 3 times as fast as a compiled
 * serializer (docs/decisions/0012-send-what-is-declared.md).
 */
export function declaredOf(schema: Schema): (answer: unknown) => unknown {
  return (pickerOf(schema) ?? ((answer: never) => answer)) as (answer: unknown) => unknown
}

/** Undefined if a value is copied as it is. */
function pickerOf(schema: Schema): Pick | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectPicker(def.shape)
    case 'array': {
      const pick = pickerOf(def.element)
      return pick && ((rows: never[]) => rows.map((row) => pick(row)))
    }
    case 'record': {
      const pick = pickerOf(def.valueType)
      return pick && ((all: Record<string, never>) => mapValues(all, pick))
    }
    case 'union':
      return unionPicker(def.options)
    case 'optional':
    case 'nullable':
    case 'default': {
      const pick = pickerOf(def.innerType)
      return pick && ((value: never) => (value === null || value === undefined ? value : pick(value)))
    }
    case 'pipe':
      return pickerOf(def.in)
    default:
      return undefined
  }
}

const mapValues = (all: Record<string, never>, pick: Pick) =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, pick(value)]))

/** Written as an object literal and compiled: five times as fast as a loop over the keys. */
function objectPicker(shape: Readonly<Record<string, Schema>>): Pick {
  const inner: (Pick | undefined)[] = []
  const fields = Object.entries(shape).map(([key, schema]) => {
    const pick = pickerOf(schema)
    const name = JSON.stringify(key)
    return `${name}:${pick ? `inner[${inner.push(pick) - 1}](value[${name}])` : `value[${name}]`}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- names of the contract alone, quoted
  return new Function('inner', `return (value) => ({${fields.join(',')}})`)(inner) as Pick
}

/** The first shape whose constant fields match the value, or whose fields the value all has. */
function unionPicker(options: readonly Schema[]): Pick | undefined {
  const objects = options.flatMap((option) => {
    const { def } = (option as z.core.$ZodTypes)._zod
    return def.type === 'object' ? [{ shape: def.shape, pick: objectPicker(def.shape) }] : []
  })
  if (objects.length === 0) return undefined
  return (value: never) => {
    if (typeof value !== 'object' || value === null) return value
    const fitting = objects.find(({ shape }) =>
      Object.entries(shape).every(([key, schema]) => fits(schema, value[key])),
    )
    if (!fitting) throw new Error('A response doesn’t match any shape declared in its contract')
    return fitting.pick(value)
  }
}

function fits(schema: Schema, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'literal') return (def.values as unknown[]).includes(value)
  return value !== undefined || schema._zod.optin === 'optional'
}
