import type { FeedFormat } from '#contract/feeds/settings.ts'
import { isStorable } from '#contract/storable.ts'
import { FeedFailure, limits } from '../failure.ts'
import { hashText, hashHigh } from '../hash.ts'
import { RowBatch, type KnownRow, type RecordBatch, type TextTraits } from '../record.ts'

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
  const reader = new CsvReader(format, knownRow, traits)
  for await (const piece of text) yield* reader.read(piece)
  yield* reader.end()
}

class CsvReader {
  readonly #hasHeader: boolean
  readonly #quote: string
  readonly #knownRow: KnownRow | undefined
  readonly #traits: TextTraits | undefined
  readonly #batch = new RowBatch()
  #delimiter: string
  #columns: string[] | undefined
  /** The hash of the columns: a row's text means something else under other columns. */
  #headA = 0
  #headB = 0
  /** The text after the last whole record. */
  #rest = ''
  #line = 1

  constructor(format: FeedFormat, knownRow: KnownRow | undefined, traits: TextTraits | undefined) {
    this.#hasHeader = format.header
    this.#quote = format.quote === 'none' ? '' : format.quote
    this.#delimiter = format.delimiter ?? ''
    this.#knownRow = knownRow
    this.#traits = traits
  }

  *read(piece: string): Generator<RecordBatch> {
    const buffer = this.#rest + piece
    if (this.#delimiter === '') this.#delimiter = likelyDelimiter(buffer, this.#quote)
    let from = 0
    let nextQuote = this.#quoteFrom(buffer, 0)
    while (true) {
      let end = buffer.indexOf('\n', from)
      if (end < 0) break
      const firstLine = this.#line
      if (nextQuote < from) nextQuote = this.#quoteFrom(buffer, from)
      if (nextQuote < end) {
        const [close, lines] = recordEnd(buffer, from, this.#quote, this.#delimiter)
        if (close < 0) break
        end = close
        this.#line += lines
        if (lines > 2) this.#noteSwallowed(buffer.slice(from, end), firstLine, lines)
      }
      this.#line++
      this.#take(buffer.slice(from, buffer.charCodeAt(end - 1) === 13 ? end - 1 : end), firstLine)
      from = end + 1
      if (this.#batch.full && this.#columns) yield { columns: this.#columns, rows: this.#batch.take() }
    }
    this.#rest = buffer.slice(from)
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
    if (this.#quote && recordEnd(`${rest}\n`, 0, this.#quote, this.#delimiter)[0] < 0)
      throw new FeedFailure('open_quote', 'A quote opened here is never closed', this.#line)
    if (this.#traits) this.#traits.ended = rest.trim() === ''
    this.#take(rest.replace(/\r$/, ''), this.#line)
    if (this.#columns) yield { columns: this.#columns, rows: this.#batch.take() }
  }

  #quoteFrom(buffer: string, start: number): number {
    const position = this.#quote ? buffer.indexOf(this.#quote, start) : -1
    return position < 0 ? buffer.length : position
  }

  #take(record: string, line: number): void {
    // a tab separates cells, so blanks between tabs are a row
    if (record === '' || (record.charCodeAt(0) <= 32 && this.#delimiter !== '\t' && record.trim() === ''))
      return
    if (!this.#columns) {
      const cells = this.#cellsOf(record, line)
      this.#columns = this.#hasHeader ? uniqueNames(cells, line) : cells.map((_, i) => `col${i + 1}`)
      this.#headA = hashText([this.#delimiter, ...this.#columns].join('\n'))
      this.#headB = hashHigh
      if (this.#hasHeader) return
    }
    const hashA = hashText(record) ^ this.#headA
    const hashB = hashHigh ^ this.#headB
    if (this.#knownRow?.(hashA, hashB, line))
      this.#batch.add({ line, cells: noCells, hashA, hashB, known: true }, 0)
    else if (record.includes('\0')) {
      const fault = 'The line contains NUL bytes'
      this.#batch.add({ line, cells: [record.replaceAll('\0', '')], hashA, hashB, fault }, record.length)
    } else this.#batch.add({ line, cells: this.#cellsOf(record, line), hashA, hashB }, record.length)
  }

  #cellsOf(record: string, line: number): string[] {
    const cells = cut(record, this.#delimiter, this.#quote)
    if (cells.length <= limits.columns) return cells
    const message = `The file has ${cells.length} columns; the limit is ${limits.columns}`
    throw new FeedFailure('too_many_columns', message, line)
  }

  /** Notes the record whose quotes hold the most lines that look like rows. */
  #noteSwallowed(record: string, line: number, lines: number): void {
    if (!this.#traits || !this.#columns) return
    const mostLines = this.#traits.swallowed?.lines ?? 2
    if (lines <= mostLines) return
    const rows = rowsWithin(record, this.#delimiter, this.#columns.length)
    if (rows > mostLines) this.#traits.swallowed = { line, lines: rows }
  }
}

/** How many lines inside a record have as many cells as a row. */
const rowsWithin = (record: string, delimiter: string, columns: number): number =>
  columns < 2
    ? 0
    : record
        .split('\n')
        .slice(1)
        .filter((line) => line.split(delimiter).length === columns).length

const noCells: readonly string[] = []

/**
 * Where the record that starts at `from` ends, and the line ends inside its quotes; -1 while a quote is
 * open.
 */
function recordEnd(
  text: string,
  from: number,
  quote: string,
  delimiter: string,
): [end: number, lines: number] {
  const q = quote.charCodeAt(0)
  const d = delimiter.charCodeAt(0)
  let lines = 0
  let i = from
  while (i < text.length) {
    if (text.charCodeAt(i) === q) {
      for (i++; ; i++) {
        if (i >= text.length) return [-1, 0]
        const c = text.charCodeAt(i)
        if (c === 10) lines++
        if (c !== q) continue
        if (text.charCodeAt(i + 1) === q) i++
        else break
      }
      i++
    }
    while (i < text.length && text.charCodeAt(i) !== d && text.charCodeAt(i) !== 10) i++
    if (text.charCodeAt(i) === 10) return [i, lines]
    i++
  }
  return [-1, 0]
}

export function cut(record: string, delimiter: string, quote: string): string[] {
  if (!quote || !record.includes(quote)) return record.split(delimiter)
  const cells: string[] = []
  let start = 0
  while (true) {
    if (record.startsWith(quote, start)) {
      let close = start + 1
      let hasDoubledQuote = false
      while (true) {
        close = record.indexOf(quote, close)
        if (close < 0) close = record.length
        else if (record.startsWith(quote, close + 1)) {
          hasDoubledQuote = true
          close += 2
          continue
        }
        break
      }
      const inner = record.slice(start + 1, close)
      const end = record.indexOf(delimiter, close + 1)
      const tail = record.slice(close + 1, end < 0 ? undefined : end)
      cells.push(
        (hasDoubledQuote ? inner.replaceAll(quote + quote, quote) : inner) + (tail.trim() === '' ? '' : tail),
      )
      if (end < 0) return cells
      start = end + 1
    } else {
      const end = record.indexOf(delimiter, start)
      cells.push(record.slice(start, end < 0 ? undefined : end))
      if (end < 0) return cells
      start = end + 1
    }
  }
}

/** The delimiter that splits the first record into the most cells. */
export function likelyDelimiter(text: string, quote: string): string {
  const sample = `${text.slice(0, 65_536).trimStart()}\n`
  let best = ','
  let mostCells = 1
  for (const d of [',', ';', '\t', '|']) {
    const [end] = recordEnd(sample, 0, quote, d)
    const n = cut(sample.slice(0, end), d, quote).length
    if (n > mostCells) [best, mostCells] = [d, n]
  }
  return best
}

/** Header cells as unique, non-empty names. */
export function uniqueNames(cells: readonly string[], line: number): string[] {
  const names = new Set<string>()
  for (const [i, cell] of cells.entries()) {
    if (!isStorable(cell))
      throw new FeedFailure(
        'unsupported_text',
        `The name of column ${i + 1} contains characters that can’t be stored, such as NUL bytes`,
        line,
      )
    const name = cell.trim() || `col${i + 1}`
    let unique = name
    for (let n = 2; names.has(unique); n++) unique = `${name} (${n})`
    names.add(unique)
  }
  return [...names]
}
