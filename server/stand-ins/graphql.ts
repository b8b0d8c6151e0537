/** A field that is asked for, as far as our own questions go: no named fragments. */
export interface Field {
  alias: string
  name: string
  args: Record<string, unknown>
  directives: Record<string, Record<string, unknown>>
  /** None: it is a plain value. */
  fields?: Field[]
}
/** It isn’t asked as GraphQL is. */
export class Misasked extends Error {}

const token = /\.\.\.|[A-Za-z_]\w*|\$\w+|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[{}()[\]:@!=]/g

/** Reads one operation, with its variables filled in; the answer’s shape is `fields`. */
export function readQuery(query: string, variables: Record<string, unknown>) {
  const tokens = query.match(token) ?? []
  let at = 0
  const next = () => tokens[at++] ?? ''
  const on = (text: string) => tokens[at] === text && ++at > 0
  const expect = (text: string) => {
    if (!on(text)) throw new Misasked(`Expected ${text}, got ${tokens[at]}`)
  }
  const value = (): unknown => {
    const word = next()
    if (word.startsWith('$')) {
      if (!declared.has(word.slice(1))) throw new Misasked(`Variable ${word} isn't declared`)
      return variables[word.slice(1)] ?? null
    }
    if (word === '[') {
      const list: unknown[] = []
      while (!on(']')) list.push(value())
      return list
    }
    if (word === '{') {
      const object: Record<string, unknown> = {}
      while (!on('}')) {
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
    const given: Record<string, unknown> = {}
    if (on('('))
      while (!on(')')) {
        const name = next()
        expect(':')
        given[name] = value()
      }
    return given
  }
  const fields = (): Field[] => {
    const list: Field[] = []
    while (!on('}')) {
      if (at >= tokens.length) throw new Misasked('It ends too early')
      if (on('...')) {
        expect('on')
        next()
        expect('{')
        list.push(...fields())
        continue
      }
      const alias = next()
      const name = on(':') ? next() : alias
      const field: Field = { alias, name, args: args(), directives: {} }
      while (on('@')) field.directives[next()] = args()
      if (on('{')) field.fields = fields()
      list.push(field)
    }
    return list
  }
  const declared = new Set<string>()
  const kind = tokens[at] === 'mutation' || tokens[at] === 'query' ? next() : 'query'
  while (at < tokens.length && !on('{')) {
    const word = next()
    if (word.startsWith('$')) declared.add(word.slice(1))
  }
  return { kind, fields: fields() }
}

/** Of a value only what is asked for, by the names that it is asked under; a field that it hasn’t got is a fault. */
export function chosen(value: unknown, fields: readonly Field[] | undefined): unknown {
  if (value === null || value === undefined || !fields) return value ?? null
  if (Array.isArray(value)) return value.map((one) => chosen(one, fields))
  return Object.fromEntries(
    fields.map((field) => {
      const had = value as Record<string, unknown>
      if (!(field.name in had)) throw new Misasked(`Field '${field.name}' doesn't exist`)
      const own = had[field.name]
      return [field.alias, chosen(typeof own === 'function' ? own(field.args) : own, field.fields)]
    }),
  )
}
