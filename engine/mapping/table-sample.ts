export type Values = readonly string[]

/** With fewer values than this, a column says nothing. */
export const fewest = 3

/** A file's columns with their first cells. */
export class TableSample {
  readonly columns: readonly string[]
  readonly rows: number
  readonly #cells: ReadonlyMap<string, Values>
  readonly #values: ReadonlyMap<string, Values>

  constructor(columns: readonly string[], rows: readonly Values[]) {
    this.columns = columns
    this.rows = rows.length
    this.#cells = new Map(columns.map((c, i) => [c, rows.map((r) => r[i]?.trim() ?? '')] as const))
    this.#values = new Map([...this.#cells].map(([c, cells]) => [c, cells.filter(Boolean)] as const))
  }

  /** A column's cells, blanks included. */
  cells(column: string): Values {
    return this.#cells.get(column) ?? []
  }

  /** A column's cells that aren't blank. */
  values(column: string): Values {
    return this.#values.get(column) ?? []
  }

  /** The column filled in the most rows, the first of equals. */
  fullest(columns: readonly string[]): string | undefined {
    let best: string | undefined
    for (const column of columns)
      if (best === undefined || this.values(column).length > this.values(best).length) best = column
    return best
  }
}
