import { exactNumber } from '../number.ts'
import { ColumnTable, RowBatch, type RecordBatch } from '../record.ts'
import { witnessOf } from './item-evidence.ts'
import { JsonItems, type JsonItem } from './json-items.ts'
import type { FoundList } from './json-list.ts'
import { areVariants } from './variants.ts'

type Fields = { [key: string]: unknown }

/** A document's items as rows. */
export class JsonRows {
  readonly items: JsonItems
  readonly batch = new RowBatch()
  readonly #table = new ColumnTable()
  readonly #list: FoundList
  readonly #variants: string | undefined
  /** Whether what the object around a list says belongs to its items, such as a category. */
  readonly #hasAround: boolean
  readonly #outerNames = new Set<string>()
  #header: readonly string[] | undefined
  #count = 0

  constructor(list: FoundList) {
    const { path, table } = list
    const last = path.at(-1) ?? ''
    this.#list = list
    this.#variants = path.at(-2) === '*' && areVariants([last]) ? last : undefined
    this.#hasAround = this.#variants === undefined && path.slice(0, -1).includes('*') && last !== '*'
    this.#header = table?.header
    const itemPath = this.#variants === undefined ? path : path.slice(0, -2)
    this.items = new JsonItems(itemPath, (item) => this.#add(item), table !== undefined)
  }

  takeBatch(): RecordBatch {
    return { columns: [...this.#table.columns], rows: this.batch.take() }
  }

  #add({ value, chars, name, around }: JsonItem): void {
    if (Array.isArray(value)) {
      if (this.#header)
        this.#put(Object.fromEntries(value.map((cell, i) => [this.#columnAt(i), cell])), chars)
      else
        this.#header = value.map((cell, i) => (textOf(cell) === 'null' ? '' : textOf(cell)) || `col${i + 1}`)
      if (this.#count === 0 && !this.#list.table?.header) this.#count = 1
      return
    }
    const item = value as Fields
    if (this.#variants !== undefined) this.#addVariants(item, this.#variants, chars)
    else if (this.#hasAround && around) this.#put({ ...this.#aroundOf(item, around), ...item }, chars)
    else if (
      this.#list.named &&
      name !== undefined &&
      !('key' in item) &&
      !Object.values(item).includes(name)
    )
      this.#put({ key: name, ...item }, chars)
    else this.#put(item, chars)
  }

  #columnAt(index: number): string {
    return this.#header?.[index] ?? `col${index + 1}`
  }

  #aroundOf(item: Fields, around: Fields): Fields {
    const listName = this.#list.path.slice(0, -2).findLast((name) => name !== '*') ?? 'group'
    return Object.fromEntries(
      Object.entries(around).map(([key, value]) => [key in item ? `${listName}.${key}` : key, value]),
    )
  }

  #addVariants(product: Fields, list: string, chars: number): void {
    const { [list]: variants, ...rest } = product
    const eachVariant = (
      typeof variants === 'object' && variants !== null ? Object.values(variants) : []
    ).filter((variant): variant is Fields => typeof variant === 'object' && variant !== null)
    for (const name of Object.keys(rest)) this.#outerNames.add(name)
    if (eachVariant.length === 0) this.#put(rest, chars)
    // what some variants say of themselves, the product doesn't say of the others; a price it does
    const ownNames = new Set(eachVariant.flatMap((variant) => Object.keys(variant).filter(isCounted)))
    for (const variant of eachVariant) {
      const row: Fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !ownNames.has(name)))
      for (const [name, value] of Object.entries(variant)) {
        const isOwn = isCounted(name) || witnessOf(name) === 'price'
        if (!this.#outerNames.has(name)) row[name] = value
        else if (!isOwn) row[`${list}.${name}`] = value
        else {
          if (name in rest) row[`product.${name}`] = rest[name]
          row[name] = value
        }
      }
      this.#put(row, chars / eachVariant.length)
    }
  }

  #put(item: object, chars: number): void {
    this.#count++
    this.batch.add(this.#table.row(cellsOf(this.#table, item, this.#count), this.#count), chars)
  }
}

/** A name of what each variant has of its own: an id, a code or stock. */
const isCounted = (name: string) =>
  ['id', 'stock', 'code'].includes(name === 'id' ? 'id' : (witnessOf(name) ?? ''))

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? exactNumber(String(value)) : String(value)
}

/** An object's values, nested ones under the path that leads to them. */
export function cellsOf(table: ColumnTable, value: object, line: number): string[] {
  const cells: string[] = []
  const walk = (path: string, v: unknown, depth: number): void => {
    if (v === null || depth > 12) return
    if (typeof v !== 'object') table.put(cells, path, textOf(v), line)
    else if (Array.isArray(v) && v.every((x) => typeof x !== 'object' || x === null))
      table.put(
        cells,
        path,
        v
          .filter((x) => x !== null)
          .map(textOf)
          .join('|'),
        line,
      )
    else for (const [k, x] of Object.entries(v)) walk(path ? `${path}.${k}` : k, x, depth + 1)
  }
  walk('', value, 0)
  return cells
}
