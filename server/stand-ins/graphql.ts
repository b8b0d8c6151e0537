/** A requested field. Our own queries have no named fragments. */
export interface Field {
  alias: string
  name: string
  args: Record<string, unknown>
  directives: Record<string, Record<string, unknown>>
  /** undefined: it is a plain value. */
  fields?: Field[]
}
/** The query isn’t valid GraphQL. */
export class InvalidQuery extends Error {}

const token = /\.\.\.|[A-Za-z_]\w*|\$\w+|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[{}()[\]:@!=]/g

/** Reads one operation, with its variables filled in; the answer’s shape is `fields`. */
export function readQuery(query: string, variables: Record<string, unknown>) {
  const tokens = query.match(token) ?? []
  let position = 0
  const next = () => tokens[position++] ?? ''
  const accept = (text: string) => tokens[position] === text && ++position > 0
  const expect = (text: string) => {
    if (!accept(text)) throw new InvalidQuery(`Expected ${text}, got ${tokens[position]}`)
  }
  const value = (): unknown => {
    const word = next()
    if (word.startsWith('$')) {
      if (!declaredNames.has(word.slice(1))) throw new InvalidQuery(`Variable ${word} isn't declared`)
      return variables[word.slice(1)] ?? null
    }
    if (word === '[') {
      const list: unknown[] = []
      while (!accept(']')) list.push(value())
      return list
    }
    if (word === '{') {
      const object: Record<string, unknown> = {}
      while (!accept('}')) {
        const name = next()
        expect(':')
        object[name] = value()
      }
      return object
    }
    if (word === 'null') return null
    return /^["\d-]|^(true|false)$/.test(word) ? JSON.parse(word) : word
  }
  const args = () => {
    const values: Record<string, unknown> = {}
    if (accept('('))
      while (!accept(')')) {
        const name = next()
        expect(':')
        values[name] = value()
      }
    return values
  }
  const fields = (): Field[] => {
    const list: Field[] = []
    while (!accept('}')) {
      if (position >= tokens.length) throw new InvalidQuery('It ends too early')
      if (accept('...')) {
        expect('on')
        next()
        expect('{')
        list.push(...fields())
        continue
      }
      const alias = next()
      const name = accept(':') ? next() : alias
      const field: Field = { alias, name, args: args(), directives: {} }
      while (accept('@')) field.directives[next()] = args()
      if (accept('{')) field.fields = fields()
      list.push(field)
    }
    return list
  }
  const declaredNames = new Set<string>()
  const kind = tokens[position] === 'mutation' || tokens[position] === 'query' ? next() : 'query'
  while (position < tokens.length && !accept('{')) {
    const word = next()
    if (word.startsWith('$')) declaredNames.add(word.slice(1))
  }
  return { kind, fields: fields() }
}

/** The requested fields of a value, under their aliases. @throws InvalidQuery if it has no such field */
export function selectFields(value: unknown, fields: readonly Field[] | undefined): unknown {
  if (value === null || value === undefined || !fields) return value ?? null
  if (Array.isArray(value)) return value.map((element) => selectFields(element, fields))
  return Object.fromEntries(
    fields.map((field) => {
      const record = value as Record<string, unknown>
      if (!(field.name in record)) throw new InvalidQuery(`Field '${field.name}' doesn't exist`)
      const fieldValue = record[field.name]
      return [
        field.alias,
        selectFields(typeof fieldValue === 'function' ? fieldValue(field.args) : fieldValue, field.fields),
      ]
    }),
  )
}
