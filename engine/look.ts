import { formats as labels, formatNamed, type FormatKind } from '#contract/feeds/formats.ts'
import { feedFormat } from '#contract/feeds/settings.ts'
import { lookAtText } from './formats/csv.ts'
import { FeedFailure } from './failure.ts'
import { decode } from './formats/decode.ts'
import { detectFormat } from './formats/formats.ts'
import { unpack } from './formats/unpack.ts'
import { readXlsx } from './formats/xlsx.ts'
import { doubtfulLine } from './record.ts'
import { sampleRows, seemsToHaveHeader } from './table/layout.ts'

export interface Look {
  kind: FormatKind
  delimiter: string | null
  /** Whether its first row names the columns. */
  header: boolean
  /** 0 to 1. */
  sure: number
  because: string
  /** The beginning of its text; empty for a workbook. */
  lines: string[]
}
const bare = { delimiter: null, header: true }
const shownLines = 5
const shownChars = 400
const lookedAt = 65_536

/** What a file seems to be, how sure that is, and why. */
export async function lookAtFile(
  path: string,
  name: string,
  encoding?: string,
  file?: string,
): Promise<Look> {
  const kind = await detectFormat(path, name, file)
  const namedKind = formatNamed(name)
  if (kind === 'xlsx')
    return { kind, ...explainKind(kind, namedKind), ...bare, header: await sheetHasHeader(path), lines: [] }
  const { text, isWhole } = await beginningOf(path, encoding, file)
  const whole = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines)
  const lines = whole.map((line) => line.slice(0, shownChars))
  if (kind && kind !== 'csv') return { kind, ...explainKind(kind, namedKind), ...bare, lines }
  const { dialect, rows } = lookAtText(text, feedFormat.parse({ kind: 'csv' }), isWhole)
  const widths = rows.slice(0, shownLines).map(({ cells }) => cells.length)
  const sure = sureOfDelimiter(widths, namedKind)
  const cells =
    widths[0] === undefined || widths[0] < 2
      ? 'each line has only one cell'
      : `the first line has ${widths[0]} cells`
  const because = namedKind === 'csv' ? `the file name matches, and ${cells}` : cells
  return { kind: 'csv', delimiter: dialect.delimiter, header: seemsToHaveHeader(rows), sure, because, lines }
}

async function sheetHasHeader(path: string): Promise<boolean> {
  const format = feedFormat.parse({ kind: 'xlsx', header: false, every_line: true })
  try {
    for await (const { rows, leftOut = [] } of readXlsx(path, format))
      return seemsToHaveHeader([...leftOut, ...rows].slice(0, sampleRows))
  } catch (error) {
    // the reading that follows says what is wrong
    if (!(error instanceof FeedFailure)) throw error
  }
  return true
}

/** Rows of the same width confirm the name. */
function sureOfDelimiter(widths: readonly number[], namedKind: FormatKind | undefined): number {
  const [width = 0] = widths
  if (width < 2) return 0.4
  if (namedKind !== 'csv') return 0.8
  return widths.every((other) => other === width) ? 0.98 : 0.85
}

function explainKind(kind: FormatKind, namedKind: FormatKind | undefined) {
  if (namedKind === kind) return { sure: 0.99, because: 'the file name and content match' }
  const doubt = namedKind && `, but the file name suggests ${labels[namedKind].label}`
  return { sure: 0.95, because: `the content matches${doubt ?? ''}` }
}

/** A file's first characters, up to the last whole line. */
async function beginningOf(
  path: string,
  encoding?: string,
  file?: string,
): Promise<{ text: string; isWhole: boolean }> {
  const bytes = await unpack(path, undefined, undefined, { file })
  const { text } = await decode(bytes as AsyncIterable<Buffer>, encoding, { marksLines: true })
  const clean = (shown: string) => shown.replace(/^\uFEFF/, '').replaceAll(doubtfulLine, '')
  let beginning = ''
  for await (const piece of text) {
    beginning += piece
    if (beginning.length > lookedAt)
      return { text: clean(beginning.slice(0, beginning.lastIndexOf('\n'))), isWhole: false }
  }
  return { text: clean(beginning), isWhole: true }
}

/** The text of one line, cut if it is long; null: the file has no such line. */
export async function lineAt(path: string, line: number, encoding?: string): Promise<string | null> {
  const { lines } = await linesAt(path, { from: line, upto: line, encoding })
  const [firstLine] = lines
  return firstLine ? firstLine.text.slice(0, shownChars) : null
}

export interface ShownLine {
  line: number
  text: string
}
/** Which lines, and which of their characters: a line may be a whole document. */
interface LineRange {
  from: number
  upto: number
  chars?: { from: number; upto: number } | undefined
  encoding?: string | undefined
  file?: string | undefined
  /** Where reading stops: after so many unpacked bytes, and when the signal is aborted. */
  limit?: ReadLimit | undefined
}
interface ReadLimit {
  bytes: number
  signal: AbortSignal
}
interface ShownLines {
  lines: ShownLine[]
  /** Whether the limit ended the reading. */
  isCut: boolean
}

/** The text of some lines; fewer if the file, its readable part or the limit ends before. */
export async function linesAt(path: string, range: LineRange): Promise<ShownLines> {
  const bytes = (await unpack(path, undefined, undefined, { file: range.file })) as AsyncIterable<Buffer>
  const reading = { bytes: 0, isCut: false }
  const lines: ShownLine[] = []
  try {
    const { text } = await decode(untilLimit(bytes, range.limit, reading), range.encoding, {
      marksLines: true,
    })
    for await (const line of readLines(text, range, reading)) lines.push(line)
  } catch (error) {
    // the lines before the part that can't be unpacked or decoded are known
    if (!(error instanceof FeedFailure)) throw error
  }
  return { lines, isCut: reading.isCut }
}

interface Reading {
  bytes: number
  isCut: boolean
}
/** The bytes up to the limit, or to where unpacking fails. */
async function* untilLimit(
  bytes: AsyncIterable<Buffer>,
  limit: ReadLimit | undefined,
  reading: Reading,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of bytes) {
      if (limit && (reading.bytes >= limit.bytes || limit.signal.aborted)) {
        reading.isCut = true
        return
      }
      reading.bytes += piece.length
      yield piece
    }
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
  }
}

async function* readLines(
  text: AsyncIterable<string>,
  { from, upto, chars = { from: 0, upto: shownChars } }: LineRange,
  reading: Reading,
): AsyncGenerator<ShownLine> {
  const cutLine = new CutLine(chars)
  let line = 1
  for await (const piece of text) {
    const parts = piece.split('\n')
    for (const [i, part] of parts.entries()) {
      if (i > 0) {
        if (line >= from) yield { line, text: cutLine.take() }
        if (line === upto) return
        line++
      }
      if (line >= from) cutLine.add(part)
    }
  }
  const last = cutLine.take()
  // a line end at the file's end begins no further line, and a line is known once its shown part is read
  const isEmpty = last === '' && (line > from || reading.isCut)
  if (line >= from && !isEmpty) yield { line, text: last }
}

/** Some characters of a line that comes in pieces. */
class CutLine {
  readonly #chars: { from: number; upto: number }
  #length = 0
  #text = ''
  constructor(chars: { from: number; upto: number }) {
    this.#chars = chars
  }
  add(part: string): void {
    const { from, upto } = this.#chars
    this.#text += part.slice(Math.max(0, from - this.#length), Math.max(0, upto - this.#length))
    this.#length += part.length
  }
  take(): string {
    const text = this.#text.replace(/^\uFEFF|\r$/g, '').replaceAll(doubtfulLine, '')
    this.#length = 0
    this.#text = ''
    return text
  }
}
