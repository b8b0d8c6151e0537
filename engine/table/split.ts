/** How a delimited text is cut into records and cells. */
export interface Dialect {
  delimiter: string
  /** Empty: quotes are text. */
  quote: string
  /** Whether a quote inside a cell is written with a backslash rather than doubled. */
  hasBackslashes: boolean
}

const newline = 10
const equals = 61
const backslash = 92

/** A record's end, the line ends inside its quotes, and whether its quote was stray. */
export interface RecordEnd {
  /** -1: a quote is still open. */
  end: number
  lines: number
  isStray: boolean
  /** The quote that is still open. */
  openAt?: number
}

/**
 * Where the record that starts at `from` ends. A cell of several lines whose closing quote is followed by further
 * text was opened by a stray quote: the record then ends with its first line.
 */
export function recordEnd(text: string, from: number, dialect: Dialect): RecordEnd {
  const q = dialect.quote.charCodeAt(0)
  const d = dialect.delimiter.charCodeAt(0)
  let lines = 0
  let i = from
  while (i < text.length) {
    const opens = quoteAt(text, i, q)
    if (opens >= 0) {
      const linesBefore = lines
      for (i = opens + 1; ; i++) {
        if (i >= text.length) return { end: -1, lines: 0, isStray: false, openAt: opens }
        const c = text.charCodeAt(i)
        if (c === newline) lines++
        if (c === backslash && dialect.hasBackslashes) i++
        if (c !== q) continue
        if (text.charCodeAt(i + 1) === q) i++
        else break
      }
      i++
      if (lines > linesBefore && !endsCell(text.charCodeAt(i), d))
        return { end: text.indexOf('\n', from), lines: 0, isStray: true }
    }
    while (i < text.length && text.charCodeAt(i) !== d && text.charCodeAt(i) !== newline) i++
    if (text.charCodeAt(i) === newline) return { end: i, lines, isStray: false }
    i++
  }
  return { end: -1, lines: 0, isStray: false }
}

/** Where the quote is that leaves a record open: how many lines below its first one, and the column from 1. */
export function openQuote(record: string, dialect: Dialect): { lines: number; column: number } {
  const before = record.slice(0, recordEnd(record, 0, dialect).openAt ?? 0).split('\n')
  return { lines: before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Where the quote of a cell is that starts here, as `"…"` or as a spreadsheet's `="…"`; -1: it has none. */
function quoteAt(text: string, i: number, q: number): number {
  const c = text.charCodeAt(i)
  if (c === q) return i
  return c === equals && text.charCodeAt(i + 1) === q ? i + 1 : -1
}
/** NaN: the text ends here. */
const endsCell = (c: number, d: number) => c === d || c <= 32 || Number.isNaN(c)

export function cut(record: string, dialect: Dialect): string[] {
  const { delimiter, quote, hasBackslashes } = dialect
  if (!quote || !record.includes(quote)) return record.split(delimiter)
  const cells: string[] = []
  const q = quote.charCodeAt(0)
  let start = 0
  while (true) {
    const opens = quoteAt(record, start, q)
    if (opens >= 0) {
      const [close, inner] = readQuoted(record, opens + 1, quote, hasBackslashes)
      const end = record.indexOf(delimiter, close + 1)
      const tail = record.slice(close + 1, end < 0 ? undefined : end)
      cells.push(withoutFormula(inner, quote) + (tail.trim() === '' ? '' : tail))
      if (end < 0) return cells
      start = end + delimiter.length
      continue
    }
    // cells up to the next quote are split by the runtime
    const nextQuote = record.indexOf(quote, start)
    const cellsEnd =
      nextQuote < 0 ? record.length : record.lastIndexOf(delimiter, nextQuote - delimiter.length)
    if (cellsEnd > start) for (const cell of record.slice(start, cellsEnd).split(delimiter)) cells.push(cell)
    if (nextQuote < 0) {
      if (cellsEnd <= start) cells.push('')
      return cells
    }
    if (cellsEnd > start) start = cellsEnd + delimiter.length
    else {
      const end = record.indexOf(delimiter, start)
      cells.push(record.slice(start, end < 0 ? undefined : end))
      if (end < 0) return cells
      start = end + delimiter.length
    }
  }
}

/** Where a quoted text closes, and the text. */
function readQuoted(record: string, from: number, quote: string, hasBackslashes: boolean): [number, string] {
  let close = from
  let hasDoubledQuote = false
  while (true) {
    close = record.indexOf(quote, close)
    if (close < 0) close = record.length
    else if (hasBackslashes && record.charCodeAt(close - 1) === backslash && close > from) {
      close++
      continue
    } else if (record.startsWith(quote, close + 1)) {
      hasDoubledQuote = true
      close += 2
      continue
    }
    break
  }
  const raw = record.slice(from, close)
  const single = hasDoubledQuote ? raw.replaceAll(quote + quote, quote) : raw
  return [close, hasBackslashes ? single.replaceAll(`\\${quote}`, quote) : single]
}

/** `="00042"` is how a spreadsheet is made to keep the zeros. */
const withoutFormula = (cell: string, quote: string): string =>
  cell.startsWith(`=${quote}`) && cell.endsWith(quote) && cell.length > 2 ? cell.slice(2, -1) : cell

/** The cells of a line that a stray quote would have joined with the next ones. */
export const cutStray = (line: string, { delimiter, quote }: Dialect): string[] =>
  line.split(delimiter).map((cell) => {
    const inner = cell.startsWith(quote) ? cell.slice(1) : cell
    return inner.length < cell.length && inner.endsWith(quote) ? inner.slice(0, -1) : inner
  })

/** A record of a sample, with the line it starts on. */
export interface SampleRecord {
  line: number
  text: string
  isStray: boolean
}

/** The first records of a text that aren't blank; an incomplete last one is left out unless the text is whole. */
export function firstRecords(
  text: string,
  dialect: Dialect,
  { atMost, whole }: { atMost: number; whole: boolean },
): SampleRecord[] {
  const all = whole && !text.endsWith('\n') ? `${text}\n` : text
  const records: SampleRecord[] = []
  let line = 1
  for (let from = 0; from < all.length && records.length < atMost;) {
    const firstBreak = all.indexOf('\n', from)
    if (firstBreak < 0) break
    let end = firstBreak
    let lines = 0
    let isStray = false
    const quoteAt = dialect.quote ? all.indexOf(dialect.quote, from) : -1
    if (quoteAt >= 0 && quoteAt < firstBreak) {
      ;({ end, lines, isStray } = recordEnd(all, from, dialect))
      if (end < 0) break
    }
    const record = all.slice(from, all.charCodeAt(end - 1) === 13 ? end - 1 : end)
    if (record.trim() !== '' || (dialect.delimiter === '\t' && record !== ''))
      records.push({ line, text: record, isStray })
    line += lines + 1
    from = end + 1
  }
  return records
}
