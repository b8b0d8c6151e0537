import {
  productFields,
  type FeedMapping,
  type FeedRules,
  type ProductField,
} from '#contract/feeds/settings.ts'
import { limits } from './failure.ts'
import { wholeNumber, withoutExponent } from './number.ts'
import type { SourceRow } from './record.ts'
import { compileTransforms, type Cell } from './transforms.ts'

export interface Issue {
  column: string
  value: string
  reason: string
}
/** What became of one row. `values` follow the mapped fields' order; null is a blank. */
export type Checked =
  | { line: number; values: (string | null)[]; warnings: Issue[] | undefined }
  | { line: number; rejected: Issue }

interface Field {
  name: ProductField
  kind: (typeof productFields)[ProductField]['kind']
  from: string
  at: number
  transform: Cell | undefined
}

/** Rows to product values: the mapping's transforms, then the checks (docs/domain.md, Feeds: checks). */
export class RowChecker {
  readonly fields: readonly ProductField[]
  readonly #fields: Field[]
  readonly #rules: FeedRules
  #columns: readonly string[] = []
  #width = 0

  constructor(mapping: FeedMapping, rules: FeedRules) {
    this.#fields = mapping.map((m) => ({
      name: m.field,
      kind: productFields[m.field].kind,
      from: m.from,
      at: -1,
      transform: compileTransforms(m.transforms),
    }))
    this.fields = this.#fields.map((f) => f.name)
    this.#rules = rules
  }

  columns(columns: readonly string[]): void {
    if (columns === this.#columns || (columns.length === this.#columns.length && this.#columns.length > 0))
      return
    this.#columns = columns
    this.#width = columns.length
    for (const f of this.#fields) f.at = columns.indexOf(f.from)
  }

  /** @param ragged a row of the format has as many cells as the header, or the rule says what then. */
  check(row: SourceRow, ragged: boolean): Checked {
    const { line, cells } = row
    if (row.fault) return reject(line, '', cells.join(' ').slice(0, 200), row.fault)
    if (ragged && cells.length !== this.#width && this.#rules.ragged_row === 'reject')
      return reject(
        line,
        '',
        cells.slice(0, 3).join(' · '),
        `${cells.length} cells where the header has ${this.#width}`,
      )
    const values: (string | null)[] = []
    let warnings: Issue[] | undefined
    for (const f of this.#fields) {
      let v = f.at < 0 ? '' : (cells[f.at] ?? '')
      if (f.transform) v = f.transform(v)
      if (v !== '' && (v.charCodeAt(0) <= 32 || v.charCodeAt(v.length - 1) <= 32)) v = v.trim()
      if (v.length > limits.cellChars)
        return reject(
          line,
          f.from,
          v.slice(0, 200),
          `The cell holds more than ${limits.cellChars} characters`,
        )
      if (v === '') {
        if (f.name === 'sku') return reject(line, f.from, '', 'No SKU')
        if (f.name === 'wholesale_price') {
          if (this.#rules.blank_price === 'reject') return reject(line, f.from, '', 'No price')
          ;(warnings ??= []).push({ column: f.from, value: '', reason: 'No price' })
        } else if (f.name === 'images')
          (warnings ??= []).push({ column: f.from, value: '', reason: 'No image' })
        values.push(null)
        continue
      }
      switch (f.kind) {
        case 'text':
          if (f.name === 'sku' && v.length > 500)
            return reject(line, f.from, v.slice(0, 200), 'The SKU is longer than 500 characters')
          values.push(v)
          break
        case 'decimal':
          if (isAmount(v) || isAmount((v = withoutExponent(v)))) values.push(v)
          else if (f.name === 'wholesale_price') return reject(line, f.from, v, 'Unreadable price')
          else {
            ;(warnings ??= []).push({
              column: f.from,
              value: v,
              reason: `Unreadable ${productFields[f.name].label.toLowerCase()}`,
            })
            values.push(null)
          }
          break
        case 'quantity': {
          const n = wholeNumber(v)
          if (n >= 0 && n <= 100_000_000) values.push(String(n))
          else {
            const below = Number(v) < 0
            const reason = below ? 'Negative quantity, read as 0' : 'Unreadable quantity'
            ;(warnings ??= []).push({ column: f.from, value: v, reason })
            values.push(below ? '0' : null)
          }
          break
        }
        case 'gtin': {
          const digits = v.replace(/[\s-]/g, '')
          if (!/^\d+$/.test(digits) || !gtinLengths.has(digits.length))
            (warnings ??= []).push({ column: f.from, value: v, reason: 'Not a GTIN' })
          else if (!gtinIsRight(digits))
            (warnings ??= []).push({ column: f.from, value: v, reason: 'Wrong GTIN check digit' })
          values.push(digits.slice(0, 50))
          break
        }
        case 'images': {
          const images = v
            .split(/[|\s]+|,(?=\s*https?:)/)
            .map((s) => s.replace(/,$/, ''))
            .filter(Boolean)
          if (images.some((i) => !/^https?:\/\//i.test(i)))
            (warnings ??= []).push({
              column: f.from,
              value: v.slice(0, 200),
              reason: 'An image without a host',
            })
          values.push(images.join('\n'))
          break
        }
      }
    }
    return { line, values, warnings }
  }
}

const reject = (line: number, column: string, value: string, reason: string): Checked => ({
  line,
  rejected: { column, value: value.slice(0, 200), reason },
})

const gtinLengths = new Set([8, 12, 13, 14])

/** A decimal with at most 8 digits before the mark; what the price columns hold. */
function isAmount(v: string): boolean {
  let mark = -1
  for (let i = 0; i < v.length; i++) {
    const c = v.charCodeAt(i)
    if (c >= 48 && c <= 57) continue
    if (c === 46 && mark < 0 && v.length > 1) mark = i
    else return false
  }
  return (mark < 0 ? v.length : mark) <= 8
}

/** GS1's mod-10 check digit: weights 3 and 1 from the right. */
export function gtinIsRight(digits: string): boolean {
  let sum = 0
  for (let i = digits.length - 2, weight = 3; i >= 0; i--, weight = 4 - weight)
    sum += (digits.charCodeAt(i) - 48) * weight
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(digits.length - 1) - 48
}
