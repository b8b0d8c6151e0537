import type { ProductField } from '#contract/feeds/settings.ts'
import { alwaysThere, isPlaceholder, sharedWord, withoutWord, type NamedRow } from './gate/placeholders.ts'
import type { LeftOutLine, SourceRow } from './record.ts'

interface AcceptedRow {
  line: number
  /** In the order of the mapped fields. */
  values: readonly (string | null)[]
}
interface Batch<Row extends AcceptedRow> {
  accepted: Row[]
  leftOut: LeftOutLine[]
}
const reason = 'Placeholder'

/** Leaves out rows that are made up, or have nothing but a SKU in a file that has titles. */
export class PlaceholderRows {
  readonly #positions: Record<'sku' | 'title' | 'price', number>
  /** Positions of what says something of a product. */
  readonly #others: readonly number[]
  /** A word that the first titles share. */
  #shared: { word: string | undefined } | undefined

  constructor(fields: readonly ProductField[]) {
    this.#positions = {
      sku: fields.indexOf('sku'),
      title: fields.indexOf('title'),
      price: fields.indexOf('wholesale_price'),
    }
    this.#others = fields.flatMap((field, i) => (alwaysThere.has(field) ? [] : [i]))
  }

  /** Moves a batch's placeholders from the accepted rows to the lines that were left out. */
  leaveOut<Row extends AcceptedRow>(batch: Batch<Row>, rows: readonly SourceRow[]): void {
    const namedRows = batch.accepted.map(({ values }) => this.#named(values))
    this.#shared ??= namedRows.length > 0 ? { word: sharedWord(namedRows) } : undefined
    const lines = new Set(
      batch.accepted
        .filter((row, i) => this.#isPlaceholder(row.values, namedRows[i]))
        .map(({ line }) => line),
    )
    if (lines.size === 0) return
    batch.accepted = batch.accepted.filter(({ line }) => !lines.has(line))
    for (const { line, cells } of rows) if (lines.has(line)) batch.leftOut.push({ line, cells, reason })
  }

  #named(values: AcceptedRow['values']): NamedRow {
    const { sku, title, price } = this.#positions
    return { sku: values[sku] ?? '', title: values[title] ?? null, price: values[price] ?? null }
  }

  #isPlaceholder(values: AcceptedRow['values'], row: NamedRow | undefined): boolean {
    if (row && (isPlaceholder(row) || isPlaceholder(withoutWord(row, this.#shared?.word)))) return true
    if (this.#positions.title < 0 || this.#others.length < 2) return false
    return this.#others.every((i) => /^[0.]*$/.test(values[i] ?? ''))
  }
}
