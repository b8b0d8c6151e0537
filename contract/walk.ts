import type { z } from 'zod'

type Schema = z.core.$ZodType

/** The schemas that one consists of, itself first; a pipe counts as one. */
export function* schemasWithin(schema: Schema): Generator<Schema> {
  yield schema
  for (const part of partsOf(schema)) yield* schemasWithin(part)
}

function partsOf(schema: Schema): readonly Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.values(def.shape)
    case 'array':
      return [def.element]
    case 'record':
      return [def.keyType, def.valueType]
    case 'union':
      return def.options
    case 'tuple':
      return def.items
    case 'optional':
    case 'nullable':
    case 'default':
      return [def.innerType]
    default:
      return []
  }
}
