import type { FeedFormat } from '#contract/feeds/settings.ts'
import { FeedFailure, limits } from '../failure.ts'
import { hashText, hashHigh } from '../hash.ts'
import { RowBatch, type KnownRow, type RecordBatch, type TextTraits } from '../record.ts'

/**
 * Delimited text to records. Strict where it matters (an open quote, a line without end, NUL bytes),
 * lenient where suppliers are sloppy
 * (a quote inside a cell, mixed line ends, blank lines). Cutting is the cost: a line without a quote is
 * split by the runtime's own code.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  format: FeedFormat,
  known?: KnownRow,
  seen?: TextTraits,
): AsyncGenerator<RecordBatch> {
  const quote = format.quote === 'none' ? '' : format.quote
  let delimiter: string = format.delimiter ?? ''
  let columns: string[] | undefined
  // a row's text means something else under other columns
  let headA = 0
  let headB = 0
  const batch = new RowBatch()
  let rest = ''
  let line = 1

  const cellsOf = (record: string, at: number): string[] => {
    const cells = cut(record, delimiter, quote)
    if (cells.length <= limits.columns) return cells
    const message = `${cells.length} columns; at most ${limits.columns} are read`
    throw new FeedFailure('too_many_columns', message, at)
  }
  const take = (record: string, at: number): void => {
    // a tab is a cell, so blanks between tabs are a row
    if (record === '' || (record.charCodeAt(0) <= 32 && delimiter !== '\t' && record.trim() === '')) return
    if (!columns) {
      const cells = cellsOf(record, at)
      columns = format.header ? uniqueNames(cells) : cells.map((_, i) => `col${i + 1}`)
      headA = hashText([delimiter, ...columns].join('\n'))
      headB = hashHigh
      if (format.header) return
    }
    const hashA = hashText(record) ^ headA
    const hashB = hashHigh ^ headB
    if (known?.(hashA, hashB, at)) batch.add({ line: at, cells: noCells, hashA, hashB, known: true }, 0)
    else if (record.includes('\0')) {
      const fault = 'The line holds NUL bytes'
      batch.add({ line: at, cells: [record.replaceAll('\0', '')], hashA, hashB, fault }, record.length)
    } else batch.add({ line: at, cells: cellsOf(record, at), hashA, hashB }, record.length)
  }

  for await (const piece of text) {
    const buffer = rest + piece
    if (delimiter === '') delimiter = likelyDelimiter(buffer, quote)
    let from = 0
    const quoteFrom = (at: number) => {
      const found = quote ? buffer.indexOf(quote, at) : -1
      return found < 0 ? buffer.length : found
    }
    let nextQuote = quoteFrom(0)
    while (true) {
      let end = buffer.indexOf('\n', from)
      if (end < 0) break
      const at = line
      if (nextQuote < from) nextQuote = quoteFrom(from)
      if (nextQuote < end) {
        const [close, lines] = recordEnd(buffer, from, quote, delimiter)
        if (close < 0) break
        end = close
        line += lines
        if (seen && columns && lines > (seen.swallowed?.lines ?? 2)) {
          const rows = rowsWithin(buffer.slice(from, end), delimiter, columns.length)
          if (rows > (seen.swallowed?.lines ?? 2)) seen.swallowed = { line: at, lines: rows }
        }
      }
      line++
      take(buffer.slice(from, buffer.charCodeAt(end - 1) === 13 ? end - 1 : end), at)
      from = end + 1
      if (batch.full) yield { columns: columns!, rows: batch.take() }
    }
    rest = buffer.slice(from)
    if (rest.length > limits.recordChars)
      throw new FeedFailure(
        'endless_line',
        `A record is longer than ${limits.recordChars} characters; ` +
          'is a quote open, or the line end or delimiter another?',
        line,
      )
  }
  if (quote && recordEnd(rest + '\n', 0, quote, delimiter)[0] < 0)
    throw new FeedFailure('open_quote', 'A quote that opens here is never closed', line)
  if (seen) seen.ended = rest.trim() === ''
  take(rest.replace(/\r$/, ''), line)
  if (columns) yield { columns, rows: batch.take() }
}

/** Lines inside a record that are rows of their own by their delimiters. */
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
  let at = 0
  while (true) {
    if (record.startsWith(quote, at)) {
      let close = at + 1
      let doubled = false
      while (true) {
        close = record.indexOf(quote, close)
        if (close < 0) close = record.length
        else if (record.startsWith(quote, close + 1)) {
          doubled = true
          close += 2
          continue
        }
        break
      }
      const inner = record.slice(at + 1, close)
      const end = record.indexOf(delimiter, close + 1)
      const tail = record.slice(close + 1, end < 0 ? undefined : end)
      cells.push(
        (doubled ? inner.replaceAll(quote + quote, quote) : inner) + (tail.trim() === '' ? '' : tail),
      )
      if (end < 0) return cells
      at = end + 1
    } else {
      const end = record.indexOf(delimiter, at)
      cells.push(record.slice(at, end < 0 ? undefined : end))
      if (end < 0) return cells
      at = end + 1
    }
  }
}

/** The delimiter that cuts the first record into most cells. */
export function likelyDelimiter(text: string, quote: string): string {
  const sample = `${text.slice(0, 65_536).trimStart()}\n`
  let best = ','
  let most = 1
  for (const d of [',', ';', '\t', '|']) {
    const [end] = recordEnd(sample, 0, quote, d)
    const n = cut(sample.slice(0, end), d, quote).length
    if (n > most) [best, most] = [d, n]
  }
  return best
}

/** Header cells as unique, non-empty names. */
export function uniqueNames(cells: readonly string[]): string[] {
  const names = new Set<string>()
  for (const [i, cell] of cells.entries()) {
    const name = cell.trim() || `col${i + 1}`
    let unique = name
    for (let n = 2; names.has(unique); n++) unique = `${name} (${n})`
    names.add(unique)
  }
  return [...names]
}
