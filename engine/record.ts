/** Items of a feed as its file has them: column or path → text. */
export interface RecordBatch {
  columns: readonly string[]
  rows: SourceRow[]
}
export interface SourceRow {
  /**
   * The line of the file, from 1, that the record begins on; for XLSX the sheet's row, else the item's
   * number.
   */
  line: number
  cells: readonly string[]
  /** Hash of the record's own text as two 32-bit halves; only line formats have one. */
  hashA: number
  hashB: number
  /** The row was accepted without a word last time and its cells weren't cut. */
  known?: true
  /** Why the record can't be used at all. */
  fault?: string
}

/** Called with a record's hash before its cells are cut; true leaves them uncut, since the row is known. */
export type KnownRow = (hashA: number, hashB: number, line: number) => boolean

/** Records whose columns aren't known before the last one: the columns seen so far grow. */
export class ColumnTable {
  readonly columns: string[] = []
  readonly #at = new Map<string, number>()
  index(name: string): number {
    const known = this.#at.get(name)
    if (known !== undefined) return known
    const at = this.columns.push(name) - 1
    this.#at.set(name, at)
    return at
  }
}

export const batchRows = 2000
