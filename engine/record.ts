import { FeedFailure, limits } from './failure.ts'

/** Items of a feed as in its file: column or path → text. */
export interface RecordBatch {
  columns: readonly string[]
  rows: SourceRow[]
  /** The database can hold the text of each row, which was checked as a whole. */
  isStorable?: true
  leftOut?: LeftOutLine[]
}
export interface SourceRow {
  /**
   * The line of the file, from 1, on which the record begins; for XLSX the sheet's row, for JSON the item's
   * number. It is unique: XML items on the same line get the next numbers.
   */
  line: number
  cells: readonly string[]
  /** Hash of the record's own text as two 32-bit halves; only line formats have one. */
  hashA: number
  hashB: number
  /** The row was accepted without a warning last time, and its cells weren't split. */
  known?: true
  /** Why the record can't be used at all. */
  fault?: string
  /** What was assumed to read the record. */
  doubt?: string
}
/** A line of the file that isn't counted as a row. */
export interface LeftOutLine {
  line: number
  cells: readonly string[]
  reason: string
}
/** Where a reader found the table of its file. */
export interface FoundTable {
  delimiter?: string
  /** The line that names the columns. */
  headerRow: number | undefined
  sheet?: string
  /** The names of the visible sheets. */
  sheets?: readonly string[]
}

/** Something that a reader left out or corrected, and how often. */
export interface Notice {
  reason: string
  count: number
  /** Where it was first, and the text there. */
  line: number
  value: string
}

/** What a reader learns about its file. */
export interface TextTraits {
  /** Whether the last record has a line end, as in a complete file. */
  ended: boolean
  /** The cell with the most lines that look like rows, as after a stray quote. */
  swallowed: { line: number; lines: number } | undefined
  /** Where the table is, if its format has lines of cells. */
  table?: FoundTable
  /** What was assumed about the whole file. */
  notes?: string[]
  notices?: Map<string, Notice>
  /** The item that was found, as the setting would name it. */
  item?: string
  /** What the file says it covers. */
  covers?: 'some' | 'known' | undefined
}

/** Counts what a reader left out or corrected. */
export function note(
  traits: TextTraits | undefined,
  { reason, line, value }: Omit<Notice, 'count'>,
  count = 1,
): void {
  if (!traits) return
  const notices = (traits.notices ??= new Map())
  const earlier = notices.get(reason)
  if (earlier) earlier.count += count
  else if (notices.size < mostNotices)
    notices.set(reason, { reason, count, line, value: value.slice(0, 200) })
}
const mostNotices = 50

/** Begins a line that the decoder could only read in another encoding. */
export const doubtfulLine = '\0\uFDD0'

/** Called with a record's hash before its cells are split; true: the row is known and stays unsplit. */
export type KnownRow = (hashA: number, hashB: number, line: number) => boolean

/** Columns that grow while records are read, because all are known only after the last one. */
export class ColumnTable {
  readonly columns: string[] = []
  readonly #positions = new Map<string, number>()
  #nameChars = 0

  /** Puts a value into its column's cell; repeated values are joined by `|`. */
  put(cells: string[], name: string, value: string, line: number): void {
    let position = this.#positions.get(name)
    if (position === undefined) {
      if (this.columns.length === limits.columns)
        throw new FeedFailure(
          'too_many_columns',
          `Items have more than ${limits.columns} different fields`,
          line,
        )
      this.#nameChars += name.length
      if (this.#nameChars > limits.cellChars)
        throw new FeedFailure(
          'too_many_columns',
          `The field names of an item have more than ${limits.cellChars} characters`,
          line,
        )
      position = this.columns.push(name) - 1
      this.#positions.set(name, position)
    }
    cells[position] = cells[position] ? `${cells[position]}|${value}` : value
  }

  /** A record without a text of its own, up to its last cell. */
  row(cells: string[], line: number): SourceRow {
    for (let i = 0; i < cells.length; i++) cells[i] ??= ''
    return { line, cells, hashA: 0, hashB: 0 }
  }
}

const batchRows = 500
const batchChars = 1024 * 1024
/** What a cell takes beside its text. */
const cellBytes = 32

/** Rows that are passed on together, fewer if they are long or wide. */
export class RowBatch {
  #rows: SourceRow[] = []
  #leftOut: LeftOutLine[] = []
  #weight = 0

  /** @param chars how much of the file's text the row keeps */
  add(row: SourceRow, chars: number): void {
    this.#rows.push(row)
    this.#weight += chars + cellBytes * row.cells.length
  }

  leaveOut(line: LeftOutLine, chars: number): void {
    this.#leftOut.push(line)
    this.#weight += chars + cellBytes * line.cells.length
  }

  get full(): boolean {
    return this.#rows.length + this.#leftOut.length >= batchRows || this.#weight >= batchChars
  }

  take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#weight = 0
    return rows
  }

  takeAll(): Pick<RecordBatch, 'rows' | 'leftOut'> {
    const leftOut = this.#leftOut
    this.#leftOut = []
    const rows = this.take()
    return leftOut.length > 0 ? { rows, leftOut } : { rows }
  }
}

/** Pieces for push parsers, small enough that one doesn't exceed a batch by much. */
export function* smallPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += 16_384) yield text.slice(start, start + 16_384)
}
