import { Tokenizer, TokenType } from '@streamparser/json'
import { limits } from '../failure.ts'
import { Evidence, isBeside, witnessOf } from './item-evidence.ts'
import { areVariants } from './variants.ts'

/** How much of a document is searched for its list. */
export const beginningChars = 1_048_576

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Fields = { [key: string]: Json }

/** Where a document's items are. */
export interface FoundList {
  /** The names that lead to the list; `*` is each of a list's values. Empty: the document is the list. */
  path: readonly string[]
  /** Each item is a list of cells; `header`: the names of the columns, if they are elsewhere than in the first. */
  table?: { header?: readonly string[] }
  /** The items are the values of an object, whose names identify them. */
  named: boolean
  /** Lists beside it whose items have a price, too, with their items in the document's beginning. */
  others?: readonly { path: string; items: number }[]
}

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: Json | undefined) => typeof value !== 'object' || value === null

interface Candidate extends FoundList {
  rows: readonly Json[]
  points: number
  hasPrice: boolean
}

/**
 * Finds the list whose items look most like products; undefined: the document has no list of objects or rows.
 * @param path where it must be, if that is known
 */
export function listIn(beginning: string, path?: readonly string[]): FoundList | undefined {
  const document = valueOf(beginning)
  const candidates: Candidate[] = []
  if (document !== undefined) visit([document], [], beginning.length, candidates)
  const [found] = candidates
    .filter((candidate) =>
      path ? candidate.path.join('.') === path.join('.') : !/^errors?$/i.test(candidate.path[0] ?? ''),
    )
    .toSorted((a, b) => b.points - a.points)
  if (!found) return undefined
  const others = listsBeside(found, candidates)
  const variants = path ? undefined : variantsIn(found.rows)
  return variants === undefined
    ? { ...found, others }
    : { ...found, path: [...found.path, '*', variants], others }
}

/** The name of a list in products that has several of each product's variants, with an id and a price or stock. */
export function variantsIn(products: readonly Json[]): string | undefined {
  const sample = products.filter(isFields).slice(0, 200)
  const names = new Set(sample.flatMap((product) => Object.keys(product).slice(0, 200)))
  return [...names].find((name) => {
    if (!areVariants([name])) return false
    const lists = sample.flatMap((product) => [product[name]].filter(Array.isArray))
    const fields = lists.flat().filter(isFields)
    const hasKind = (variant: Fields, kinds: readonly (string | undefined)[]) =>
      Object.entries(variant).some(
        ([key, value]) =>
          value !== null && value !== '' && kinds.includes(key === 'id' ? 'id' : witnessOf(key)),
      )
    const whole = fields.filter((variant) => hasKind(variant, ['id']) && hasKind(variant, ['price', 'stock']))
    return lists.some(({ length }) => length > 1) && whole.length > 0.5 * fields.length
  })
}

/** Lists of items with a price that neither contain the found one nor are within it. */
const listsBeside = (found: Candidate, candidates: readonly Candidate[]) =>
  candidates
    .filter(({ hasPrice, path }) => hasPrice && !isWithin(path, found.path) && !isWithin(found.path, path))
    .map(({ path, rows }) => ({ path: path.join('.'), items: rows.length }))
const isWithin = (path: readonly string[], outer: readonly string[]) =>
  outer.every((name, i) => path[i] === name)

/** The text by which a document says that it is an error in place of a feed. */
export function errorIn(beginning: string): string | undefined {
  const document = valueOf(beginning)
  if (
    !isFields(document) ||
    Object.values(document).some((value) => Array.isArray(value) && value.length > 3)
  )
    return undefined
  const texts = [document.error, document.errors, document.message, document.detail, document.fault].map(
    textIn,
  )
  return texts.find((text) => text !== undefined)
}

function textIn(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (Array.isArray(value)) return textIn(value[0])
  if (!isFields(value)) return undefined
  const { message, description, detail, title, code } = value
  return [message, description, detail, title, code].map(textIn).find((text) => text !== undefined)
}

/** @param values all values with the same path */
function visit(
  values: readonly Json[],
  path: readonly string[],
  total: number,
  candidates: Candidate[],
): void {
  if (path.length > 10) return
  const lists = values.filter(Array.isArray)
  const objects = values.filter(isFields)
  if (lists.length > 0) {
    const rows = lists.flat()
    // such as `edges: [{ node: { … } }]`
    const inner = unwrap(rows.filter(isFields))
    if (inner) addList(inner, { path: [...path, '*'], named: false }, total, candidates)
    else addList(rows, { path, named: false }, total, candidates)
    const table = tableIn(lists)
    if (table) addTable(table, { path, named: false, table: {} }, total, candidates)
    visit(rows, [...path, '*'], total, candidates)
  }
  if (objects.length === 0) return
  const byName = objects.length === 1 ? Object.entries(objects[0] ?? {}) : []
  if (isMap(byName.map(([, value]) => value))) {
    const rows = byName.map(([, value]) => value).filter(isFields)
    addList(rows, { path, named: true }, total, candidates)
    visit(rows, [...path, '*'], total, candidates)
    return
  }
  const names = new Set(objects.flatMap((object) => Object.keys(object).slice(0, 200)))
  for (const name of [...names].slice(0, 500)) {
    const valuesBelow = objects.flatMap((object) => (name in object ? [object[name] ?? null] : []))
    const header = objects.length === 1 ? headerBeside(objects[0] ?? {}, name) : undefined
    const table = header && tableIn(valuesBelow.filter(Array.isArray))
    if (table)
      addTable(
        [header, ...table],
        { path: [...path, name], named: false, table: { header } },
        total,
        candidates,
      )
    else if (valuesBelow.some((value) => !isScalar(value)))
      visit(valuesBelow, [...path, name], total, candidates)
  }
}

/** Whether an object's values are items of one kind: they have most names in common. */
function isMap(values: readonly Json[]): boolean {
  const items = values.filter(isFields)
  const [first, second] = items
  if (!first || !second || items.length * 2 < values.length) return false
  const names = Object.keys(first)
  const common = names.filter((name) => name in second)
  return common.length > 0 && common.length * 2 >= Math.max(names.length, Object.keys(second).length)
}

/** The only object in each of the objects. */
function unwrap(objects: readonly Fields[]): Fields[] | undefined {
  if (objects.length < 2 && !('node' in (objects[0] ?? {}))) return undefined
  const inner = objects.map((object) => Object.values(object).filter((value) => !isScalar(value)))
  return inner.every((values) => values.length === 1 && isFields(values[0])) &&
    objects.every((object) => Object.keys(object).length <= 2)
    ? inner.flatMap((values) => values.filter(isFields))
    : undefined
}

/** The lists in a list, if that is all it has. */
function tableIn(lists: readonly Json[][]): string[][] | undefined {
  const rows = lists.length === 1 ? (lists[0] ?? []) : []
  const isTable = rows.length > 0 && rows.every((row) => Array.isArray(row) && row.every(isScalar))
  return isTable ? (rows as Json[][]).map((row) => row.map(String)) : undefined
}

function headerBeside(object: Fields, name: string): string[] | undefined {
  const [, header] =
    Object.entries(object).find(
      ([other]) => other !== name && /^(?:columns|headers?|fields|names)$/i.test(other),
    ) ?? []
  if (!Array.isArray(header) || header.length < 2) return undefined
  const names = header.map((h) => (isFields(h) ? (h.name ?? h.title ?? h.key ?? null) : h))
  return names.every((n) => typeof n === 'string') ? (names as string[]) : undefined
}

function addTable(rows: readonly string[][], place: FoundList, total: number, candidates: Candidate[]): void {
  const [header = []] = rows
  const evidence = new Evidence()
  for (const name of header) evidence.add(name, 1, 1)
  if (header.length < 2 || rows.length < 2) return
  add(rows, place, { evidence, total }, candidates)
}

function addList(rows: readonly Json[], place: FoundList, total: number, candidates: Candidate[]): void {
  const items = rows.filter(isFields)
  if (items.length === 0) return
  const evidence = new Evidence()
  const shares: Shares = new Map()
  const sample = items.slice(0, 60)
  for (const item of sample) countFields(item, { prefix: '', depth: 1, weight: 1 }, shares)
  for (const { name, depth, count } of shares.values()) evidence.add(name, depth, count / sample.length)
  add(items, place, { evidence, total }, candidates)
}

type Shares = Map<string, { depth: number; name: string; count: number }>

/** @param weight how much a field of the item counts */
function countFields(
  item: Fields,
  { prefix, depth, weight }: { prefix: string; depth: number; weight: number },
  shares: Shares,
): void {
  if (depth > 6) return
  for (const [name, value] of Object.entries(item)) {
    if (value === null || value === '') continue
    const key = `${prefix}.${name}`
    if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) {
      const share = shares.get(key)
      if (share) share.count += weight
      else shares.set(key, { depth, name, count: weight })
    } else if (Array.isArray(value)) {
      const [first] = value
      const innerWeight = value.length > 1 ? weight * 0.2 : weight
      if (isFields(first)) countFields(first, { prefix: key, depth: depth + 2, weight: innerWeight }, shares)
    } else if (isFields(value)) countFields(value, { prefix: key, depth: depth + 1, weight }, shares)
  }
}

function add(
  rows: readonly Json[],
  place: FoundList,
  { evidence, total }: { evidence: Evidence; total: number },
  candidates: Candidate[],
): void {
  const lastName = place.path.findLast((name) => name !== '*') ?? ''
  const name = lastName.replace(/ies$/, 'y').replace(/s$/i, '')
  const share = Math.min(1, JSON.stringify(rows).length / Math.max(1, total))
  const points = evidence.points(name, rows.length, share) - (isBeside(lastName) ? 3 : 0)
  candidates.push({ ...place, rows, points, hasPrice: evidence.hasOwnPrice })
}

/** A document's value as far as its beginning says it. */
function valueOf(beginning: string): Json | undefined {
  const open: { value: Json[] | Fields; key: string }[] = []
  let root: Json | undefined
  let text = ''
  const put = (value: Json) => {
    const top = open.at(-1)
    if (!top) root ??= value
    else if (Array.isArray(top.value)) top.value.push(value)
    else
      Object.defineProperty(top.value, top.key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  let expectsKey = false
  const tokens = new Tokenizer()
  tokens.onToken = ({ token, value }) => {
    switch (token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET: {
        if (open.length === limits.depth) throw new Error('Nested too deep')
        const container: Json[] | Fields = token === TokenType.LEFT_BRACE ? {} : []
        put(container)
        open.push({ value: container, key: '' })
        expectsKey = token === TokenType.LEFT_BRACE
        break
      }
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        open.pop()
        expectsKey = false
        break
      case TokenType.COLON: {
        const top = open.at(-1)
        if (top) top.key = text
        expectsKey = false
        break
      }
      case TokenType.COMMA:
        expectsKey = !Array.isArray(open.at(-1)?.value)
        break
      default:
        if (expectsKey && typeof value === 'string') text = value
        else put(value as Json)
    }
  }
  // a document that is cut off or no JSON is judged by what was read so far
  tokens.onError = () => {}
  try {
    tokens.write(beginning)
  } catch {}
  return root
}
