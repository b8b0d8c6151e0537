import {
  productFields,
  type FeedMapping,
  type FeedRules,
  type ProductField,
} from '#contract/feeds/settings.ts'
import { many, midSentence } from '#contract/words.ts'
import { currencyCode } from './cells/currencies.ts'
import { amountDecimals, amountLimit, losesDigits, rounded, sumOf, weightDecimals } from './cells/decimals.ts'
import { limits } from './failure.ts'
import { wholeNumber, withoutExponent } from './number.ts'
import type { SourceRow } from './record.ts'
import { compileTransforms, type Cell } from './transforms.ts'

export interface Issue {
  column: string
  value: string
  reason: string
}
/** The outcome of one row. `values` are in the order of the mapped fields; null is a blank. */
export type CheckedRow =
  | { line: number; values: (string | null)[]; warnings: Issue[] | undefined }
  | { line: number; rejected: Issue; sku: string | undefined }

interface Field {
  name: ProductField
  kind: (typeof productFields)[ProductField]['kind']
  from: string
  position: number
  alsoFrom: readonly string[]
  /** Positions of the further columns. */
  alsoAt: readonly number[]
  transform: Cell | undefined
  /** The cells are read one by one and added. */
  adds: boolean
}

/**
 * Staged for a quantity that can't be read: the product keeps the one it has. It isn't blank, and no quantity is
 * negative.
 */
export const unreadQuantity = '-1'

/** Rows to product values: the mapping's transforms, then the checks (docs/domain/feed-checks.md, Checks). */
export class RowChecker {
  readonly fields: readonly ProductField[]
  readonly #fields: Field[]
  readonly #rules: FeedRules
  readonly #elsewhere: ReadonlySet<ProductField>
  #width = 0
  /** The columns and the row at hand, for transforms that use another cell. */
  #columns: readonly string[] = []
  #cells: readonly string[] = []
  #warnings: Issue[] | undefined

  /** @param elsewhere fields that another file may fill, so that a blank says nothing about the product yet */
  constructor(mapping: FeedMapping, rules: FeedRules, elsewhere: ReadonlySet<ProductField> = new Set()) {
    this.#fields = mapping.map((m) => ({
      name: m.field,
      kind: productFields[m.field].kind,
      adds: addsCells(m),
      from: m.from,
      position: -1,
      alsoFrom: m.also ?? [],
      alsoAt: [],
      transform: compileTransforms(m.transforms, (column) => this.#cellOf(column)),
    }))
    this.fields = this.#fields.map((f) => f.name)
    this.#rules = rules
    this.#elsewhere = elsewhere
  }

  /** A file's columns only grow: the same number means the same columns. */
  columns(columns: readonly string[]): void {
    if (columns.length === this.#width) return
    this.#width = columns.length
    this.#columns = [...columns]
    for (const f of this.#fields) {
      f.position = columns.indexOf(f.from)
      f.alsoAt = f.alsoFrom.map((name) => columns.indexOf(name)).filter((index) => index >= 0)
    }
  }

  /** @param fixedColumns a row should have as many cells as the header; the rule says what happens otherwise */
  check(row: SourceRow, fixedColumns: boolean): CheckedRow {
    const { line, cells } = row
    this.#cells = cells
    if (row.fault) {
      const sku = cells.length === this.#width && cells.length > 1 ? this.#skuOf(cells) : undefined
      return { line, rejected: issue('', cells.join(' '), row.fault), sku }
    }
    if (fixedColumns && cells.length !== this.#width && this.#rules.ragged_row === 'reject') {
      const reason = `${many(cells.length, 'cell')}; ${this.#width} expected`
      return { line, rejected: issue('', cells.slice(0, 3).join(' · '), reason), sku: this.#skuOf(cells) }
    }
    const values: (string | null)[] = []
    this.#warnings = undefined
    for (const f of this.#fields) {
      const v = valueOf(f, cells)
      const refusal = v === '' ? this.#whyNoBlank(f) : (whyNot(f, v) ?? whySeveral(f, v, fixedColumns))
      if (refusal) return { line, rejected: issue(f.from, v, refusal), sku: this.#skuOf(cells) }
      values.push(v === '' ? null : this.#read(f, v))
    }
    return { line, values, warnings: this.#warnings }
  }

  /** The row's SKU, if it can be read: a product isn't removed because of a fault elsewhere in its row. */
  #skuOf(cells: readonly string[]): string | undefined {
    const sku = this.#fields.find((f) => f.name === 'sku')
    const v = sku ? valueOf(sku, cells) : ''
    return v === '' || v.length > 500 ? undefined : composeAccents(v)
  }

  #cellOf(column: string): string | undefined {
    const position = this.#columns.indexOf(column)
    return position < 0 ? undefined : (this.#cells[position] ?? '')
  }

  #warn(f: Field, value: string, reason: string): void {
    ;(this.#warnings ??= []).push(issue(f.from, value, reason))
  }

  /** Why a row without this cell is rejected. */
  #whyNoBlank(f: Field): string | undefined {
    if (f.name === 'sku') return 'No SKU'
    if (this.#elsewhere.has(f.name)) return undefined
    if (f.name === 'wholesale_price') {
      if (this.#rules.blank_price === 'reject') return 'No price'
      this.#warn(f, '', 'No price')
    } else if (f.name === 'images') this.#warn(f, '', 'No image')
    return undefined
  }

  #readCurrency(f: Field, v: string): string | null {
    const code = currencyCode(v)
    if (code === undefined) this.#warn(f, v, 'Unknown currency')
    return code ?? null
  }

  #readAmount(f: Field, v: string): string | null {
    const amount = amountOf(v)
    const { label } = productFields[f.name]
    if (amount === null)
      this.#warn(f, v, isTooLarge(v) ? `${label} above ${amountLimit}` : `Unreadable ${midSentence(label)}`)
    const decimals = f.name === 'weight' ? weightDecimals : amountDecimals
    if (amount === null || !losesDigits(amount, decimals)) return amount
    this.#warn(f, v, `${label} with more than ${decimals} decimals, rounded`)
    return rounded(amount, decimals)
  }

  /** What a cell that isn't blank becomes. */
  #read(f: Field, v: string): string | null {
    switch (f.kind) {
      case 'text':
        return f.name === 'currency' ? this.#readCurrency(f, v) : composeAccents(v)
      case 'decimal':
        return this.#readAmount(f, v)
      case 'quantity': {
        const n = wholeNumber(v)
        if (n >= 0 && n <= 100_000_000) return String(n)
        const isNegative = Number(v) < 0
        this.#warn(f, v, isNegative ? 'Negative quantity, read as 0' : 'Unreadable quantity')
        return isNegative ? '0' : unreadQuantity
      }
      case 'gtin': {
        const digits = v.replace(/[\s-]/g, '')
        if (!/^\d{8}(?:\d{4,6})?$/.test(digits)) this.#warn(f, v, 'Invalid GTIN')
        else if (!gtinIsRight(digits)) this.#warn(f, v, 'Invalid GTIN check digit')
        return digits.slice(0, 50)
      }
      case 'images': {
        const images = v
          .split(/https?:/i.test(v) ? betweenAddresses : betweenPaths)
          .map((s) => s.trim().replace(/[,;]$/, '').replaceAll(/\s/g, '%20'))
          .filter(Boolean)
        if (images.length === 0) this.#warn(f, v, 'No image')
        else if (images.some((i) => !/^https?:\/\//i.test(i))) this.#warn(f, v, 'Image URL without a host')
        return images.join('\n') || null
      }
    }
  }
}

/** Addresses may contain spaces, as names of pictures do. */
const betweenAddresses = /\||[\r\n]+|[,;\s]\s*(?=https?:)/i
/** Paths may contain commas, too, but not directly behind a picture's ending. */
const betweenPaths = /[|\s]+|(?<=\.(?:jpe?g|png|webp|gif|avif|bmp|tiff?|svg))\s*[,;]/i

const issue = (column: string, value: string, reason: string): Issue => ({
  column,
  value: value.slice(0, 200),
  reason,
})

/** A cell after its transforms, trimmed. */
function valueOf({ position, alsoAt, transform, adds }: Field, cells: readonly string[]): string {
  let v = position < 0 ? '' : (cells[position] ?? '')
  if (alsoAt.length > 0) v = joinedCells(cells, [position, ...alsoAt])
  if (adds && v.includes('|')) return addedCells(v, transform)
  if (transform) v = transform(v)
  return mayBeBlank(v.charCodeAt(0)) || mayBeBlank(v.charCodeAt(v.length - 1)) ? v.trim() : v
}

/** The values of several columns, joined like a repeated child of XML. */
export const joinedCells = (cells: readonly string[], positions: readonly number[]): string =>
  positions
    .map((i) => cells[i]?.trim() ?? '')
    .filter(Boolean)
    .join('|')

/** Quantities are added, those of an item that has several too; of amounts only those of several columns. */
const addsCells = ({ field, also, transforms }: FeedMapping[number]): boolean => {
  const { kind } = productFields[field]
  if (kind === 'decimal') return also !== undefined
  return kind === 'quantity' && !transforms.some((t) => t.kind === 'split')
}

/** The sum of several cells after their transforms; if one can't be read, they stay as they are. */
function addedCells(joined: string, transform: Cell | undefined): string {
  const texts = joined
    .split('|')
    .map((cell) => (transform ? transform(cell.trim()) : cell.trim()))
    .filter((text) => text !== '')
  return texts.length === 0 ? '' : (sumOf(texts) ?? joined)
}

/** Checked before trimming, because few cells need it. */
const mayBeBlank = (charCode: number) => charCode <= 32 || charCode >= 0xa0

/** Combines accents written as separate characters, as in file names of a Mac (NFC). */
const composeAccents = (v: string) => (/[\u0300-\u036f\u3099\u309a]/.test(v) ? v.normalize('NFC') : v)

/** Why a row with this cell is rejected. */
function whyNot(f: Field, v: string): string | undefined {
  if (v.length > limits.cellChars) return `The cell has more than ${limits.cellChars} characters`
  if (f.name === 'sku' && v.length > 500) return 'The SKU is longer than 500 characters'
  if (f.name === 'wholesale_price' && amountOf(v) === null)
    return isTooLarge(v) ? `Price above the limit of ${amountLimit}` : 'Unreadable price'
  return undefined
}

/** An item of XML or JSON that repeats its SKU is several products, such as variants. */
const whySeveral = (f: Field, v: string, fixedColumns: boolean): string | undefined =>
  f.name === 'sku' && !fixedColumns && v.split('|').filter((part) => part.trim() !== '').length > 1
    ? 'Several SKUs in one item'
    : undefined

/** A decimal with at most 8 digits before the mark; what the price columns hold. */
const amount = /^(?:\d{1,8}(?:\.\d*)?|\.\d+)$/
function amountOf(v: string): string | null {
  if (amount.test(v)) return v
  const whole = withoutExponent(v)
  return amount.test(whole) ? whole : null
}

/** More digits than an amount may have. */
const isTooLarge = (v: string) => /^\d{9,}(?:\.\d*)?$/.test(withoutExponent(v))

/** GS1's mod-10 check digit: weights 3 and 1 from the right. */
export function gtinIsRight(digits: string): boolean {
  let sum = 0
  for (let i = digits.length - 2, weight = 3; i >= 0; i--, weight = 4 - weight)
    sum += (digits.charCodeAt(i) - 48) * weight
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(digits.length - 1) - 48
}
