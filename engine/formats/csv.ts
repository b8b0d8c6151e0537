import type { FeedFormat } from '#contract/feeds/settings.ts'
import { FeedFailure, limits } from '../failure.ts'
import { hashText, hashHigh } from '../hash.ts'
import { unstorable } from '../storable-rows.ts'
import { doubtfulLine, RowBatch, type KnownRow, type RecordBatch, type TextTraits } from '../record.ts'
import { dialectOf, endsWithReturns, namedDelimiter, sampleChars } from '../table/dialect.ts'
import { sampleRows } from '../table/layout.ts'
import { leftOutReasons, Table } from '../table/rows.ts'
import { cut, cutStray, firstRecords, openQuote, recordEnd, type Dialect } from '../table/split.ts'

/**
 * Delimited text to records. Strict where it matters (an open quote, a line without end, NUL bytes), lenient
 * where suppliers are sloppy (a quote inside a cell, mixed line ends, blank lines). Splitting is what costs: a
 * line without a quote is split by the runtime's own code.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  format: FeedFormat,
  knownRow?: KnownRow,
  traits?: TextTraits,
): AsyncGenerator<RecordBatch> {
  let sample = ''
  let reader: CsvReader | undefined
  for await (const piece of text) {
    if (reader) yield* reader.read(piece)
    else if ((sample += piece).length >= sampleChars) {
      reader = new CsvReader(sample, format, { whole: false, knownRow, traits })
      yield* reader.read(sample)
    }
  }
  if (!reader) {
    reader = new CsvReader(sample, format, { whole: true, knownRow, traits })
    yield* reader.read(sample)
  }
  yield* reader.end()
}

/** The delimiter that cuts the beginning of a text most evenly, and its rows. */
export function lookAtText(text: string, format: FeedFormat, whole: boolean) {
  const sample = inLines(text.slice(0, Math.max(sampleChars, (format.header_row ?? 0) * 200)))
  const skippedLines = namedDelimiter(sample) === undefined ? 0 : 1
  const body = skippedLines ? sample.slice(sample.indexOf('\n') + 1) : sample
  const dialect = dialectOf(sample, format, whole)
  const atMost = Math.max(sampleRows, (format.header_row ?? 0) + sampleRows)
  const rows = firstRecords(body, dialect, { atMost, whole }).map(({ line, text: record, isStray }) => {
    const clean = record.replaceAll(doubtfulLine, '')
    return { line: line + skippedLines, cells: isStray ? cutStray(clean, dialect) : cut(clean, dialect) }
  })
  return { dialect, rows }
}

const inLines = (sample: string) => (endsWithReturns(sample) ? sample.replaceAll(/\r\n?/g, '\n') : sample)

interface ReadWith {
  /** Whether the sample is the whole text. */
  whole: boolean
  knownRow: KnownRow | undefined
  traits: TextTraits | undefined
}
const strayQuote = 'Stray quote, read without it'
const otherEncoding = 'Not in the file’s encoding, read as Windows text'
/** So much text after an open quote is searched for rows that it swallows. */
const openChars = 262_144

class CsvReader {
  readonly #knownRow: KnownRow | undefined
  readonly #traits: TextTraits | undefined
  readonly #batch = new RowBatch()
  readonly #dialect: Dialect
  /** Undefined: the text has no record. */
  readonly #table: Table | undefined
  readonly #hasReturns: boolean
  /** The hash of the columns: a row's text means something else under other columns. */
  readonly #headA: number = 0
  readonly #headB: number = 0
  /** The text after the last whole record. */
  #rest = ''
  #line = 1
  /** The line `sep=;`. */
  readonly #delimiterLine: number

  constructor(sample: string, format: FeedFormat, { whole, knownRow, traits }: ReadWith) {
    this.#hasReturns = endsWithReturns(sample)
    this.#knownRow = knownRow
    this.#traits = traits
    this.#delimiterLine = namedDelimiter(inLines(sample)) === undefined ? 0 : 1
    const { dialect, rows } = lookAtText(sample, format, whole)
    this.#dialect = dialect
    for (const { cells, line } of rows) refuseWide(cells, line)
    this.#table = rows.length > 0 || format.header_row !== undefined ? new Table(rows, format) : undefined
    if (!this.#table) return
    this.#headA = hashText([dialect.delimiter, ...this.#table.columns].join('\n'))
    this.#headB = hashHigh
    if (!traits) return
    traits.table = { delimiter: dialect.delimiter, headerRow: this.#table.headerLine }
    traits.notes?.push(...this.#table.notes)
  }

  *read(piece: string): Generator<RecordBatch> {
    yield* this.#drain(this.#rest + piece, false)
    if (this.#rest.length > limits.recordChars)
      throw new FeedFailure(
        'endless_line',
        `A record is longer than ${limits.recordChars} characters. ` +
          'Check for an open quote, or a different line ending or delimiter',
        this.#line,
      )
  }

  *end(): Generator<RecordBatch> {
    const rest = this.#rest
    if (this.#traits) this.#traits.ended = rest.trim() === ''
    if (rest !== '') yield* this.#drain(`${rest}\n`, true)
    if (this.#rest !== '') {
      const { lines, column } = openQuote(this.#rest, this.#dialect)
      throw new FeedFailure('open_quote', 'A quote opened here is never closed', this.#line + lines, column)
    }
    if (this.#table) yield this.#nextBatch(this.#table)
  }

  /** Takes the whole records of a text, and keeps the rest. */
  *#drain(text: string, atEnd: boolean): Generator<RecordBatch> {
    let buffer = text
    if (this.#hasReturns) {
      // a return at the end may be half of a line end
      const isHalf = !atEnd && buffer.endsWith('\r')
      buffer = (isHalf ? buffer.slice(0, -1) : buffer).replaceAll(/\r\n?/g, '\n') + (isHalf ? '\r' : '')
    }
    const { quote } = this.#dialect
    let from = 0
    let nextQuote = quoteFrom(buffer, quote, 0)
    while (true) {
      let end = buffer.indexOf('\n', from)
      if (end < 0) break
      const firstLine = this.#line
      let isStray = false
      let lines = 0
      if (nextQuote < from) nextQuote = quoteFrom(buffer, quote, from)
      if (nextQuote < end) {
        const firstBreak = end
        ;({ end, lines, isStray } = recordEnd(buffer, from, this.#dialect))
        if (end < 0 && this.#swallowsRows(buffer, firstBreak, atEnd)) [end, isStray] = [firstBreak, true]
        if (end < 0) break
        this.#line += lines
      }
      this.#line++
      const record = buffer.slice(from, buffer.charCodeAt(end - 1) === 13 ? end - 1 : end)
      this.#take(
        record,
        firstLine,
        isStray ? strayQuote : lines > 1 ? this.#noteSwallowed(record, firstLine) : undefined,
      )
      from = end + 1
      if (this.#batch.full && this.#table) yield this.#nextBatch(this.#table)
    }
    this.#rest = buffer.slice(from)
  }

  // each row's text is checked before it is split
  #nextBatch({ columns }: Table): RecordBatch {
    return { columns, ...this.#batch.takeAll(), isStorable: true }
  }

  /** Whether the text after a quote that stays open is rows. */
  #swallowsRows(buffer: string, firstBreak: number, atEnd: boolean): boolean {
    if (!this.#table || (!atEnd && buffer.length - firstBreak < openChars)) return false
    const lines = buffer.slice(firstBreak + 1).split('\n')
    if (!atEnd) lines.pop()
    const filledLines = lines.filter((line) => line.trim() !== '')
    const rows = rowsAmong(filledLines, this.#dialect.delimiter, this.#table.columns.length)
    return rows > 2 && rows >= 0.8 * filledLines.length
  }

  #take(record: string, line: number, doubt: string | undefined): void {
    // a tab separates cells, so blanks between tabs are a line of cells
    if (
      record === '' ||
      (record.charCodeAt(0) <= 32 && this.#dialect.delimiter !== '\t' && record.trim() === '')
    )
      return
    const table = this.#table
    if (!table) return
    if (line < table.firstLine) return this.#takeHead(table, record, line)
    const hashA = hashText(record) ^ this.#headA
    const hashB = hashHigh ^ this.#headB
    if (this.#knownRow?.(hashA, hashB, line)) {
      this.#batch.add({ line, cells: noCells, hashA, hashB, known: true }, 0)
      return
    }
    let text = record
    let doubtOfRow = doubt
    if (record.includes('\0')) {
      text = record.replaceAll(doubtfulLine, '')
      if (text !== record) doubtOfRow ??= otherEncoding
      if (text.includes('\0')) {
        const fault = 'The line contains NUL bytes'
        this.#batch.add({ line, cells: [text.replaceAll('\0', '')], hashA, hashB, fault }, text.length)
        return
      }
    }
    if (!text.isWellFormed()) {
      const cells = this.#cellsOf(text.toWellFormed(), line)
      this.#batch.add({ line, cells, hashA, hashB, fault: unstorable }, text.length)
      return
    }
    const cells = doubt === strayQuote ? cutStray(text, this.#dialect) : this.#cellsOf(text, line)
    const lineKind = table.sort(cells, line)
    if (lineKind && 'leftOut' in lineKind)
      this.#batch.leaveOut({ line, cells, reason: lineKind.leftOut }, text.length)
    else if (lineKind || doubtOfRow)
      this.#batch.add(
        { line, cells, hashA, hashB, ...lineKind, ...(doubtOfRow && { doubt: doubtOfRow }) },
        text.length,
      )
    else this.#batch.add({ line, cells, hashA, hashB }, text.length)
  }

  /** A line before the first row. */
  #takeHead(table: Table, record: string, line: number): void {
    const head = line === this.#delimiterLine ? { leftOut: leftOutReasons.delimiter } : table.head(line)
    if ('header' in head) return
    const cells = cut(record.replaceAll(doubtfulLine, '').replaceAll('\0', ''), this.#dialect)
    this.#batch.leaveOut({ line, cells, reason: head.leftOut }, record.length)
  }

  #cellsOf(record: string, line: number): string[] {
    const cells = cut(record, this.#dialect)
    refuseWide(cells, line)
    return cells
  }

  /** Notes the record whose quotes hold the most lines that look like rows. */
  #noteSwallowed(record: string, line: number): string | undefined {
    const width = this.#table?.columns.length ?? 0
    const rows = rowsAmong(record.split('\n').slice(1), this.#dialect.delimiter, width)
    if (this.#traits && rows > (this.#traits.swallowed?.lines ?? 2))
      this.#traits.swallowed = { line, lines: rows }
    return rows > 1 && width > 2 ? 'One cell spans lines that look like rows: stray quote?' : undefined
  }
}

const quoteFrom = (buffer: string, quote: string, start: number): number => {
  const position = quote ? buffer.indexOf(quote, start) : -1
  return position < 0 ? buffer.length : position
}

/** How many lines have as many cells as a row. */
const rowsAmong = (lines: readonly string[], delimiter: string, columns: number): number =>
  columns < 2 ? 0 : lines.filter((line) => hasCells(line, delimiter, columns)).length

function hasCells(line: string, delimiter: string, columns: number): boolean {
  let cells = 1
  for (let i = line.indexOf(delimiter); i >= 0 && cells <= columns; i = line.indexOf(delimiter, i + 1))
    cells++
  return cells === columns
}

const noCells: readonly string[] = []

function refuseWide(cells: readonly string[], line: number): void {
  if (cells.length <= limits.columns) return
  const message = `The file has ${cells.length} columns; the limit is ${limits.columns}`
  throw new FeedFailure('too_many_columns', message, line)
}
