import type { FeedFormat } from '#contract/feeds/settings.ts'
import { FeedFailure } from '../failure.ts'
import { countFilled, kindOf } from './cells.ts'
import { layoutOf, type Layout, type SampleRow } from './layout.ts'
import { uniqueNames } from './names.ts'
import { columnLetters, secondTableAt, type SecondTable } from './second-table.ts'

/** Why a line isn't counted as a row. */
export const leftOutReasons = {
  above: 'Above the header',
  below: 'Before the first product row',
  after: 'After the last product row',
  empty: 'Only empty cells',
  repeated: 'Repeated header',
  section: 'Section heading or note',
  total: 'Total',
  second: 'Only cells of the second table',
  delimiter: 'Names the delimiter',
} as const

const otherHeader = 'Looks like a header with other columns'
const belowOther = 'Below a header with other columns'
const likeTotal = 'Looks like a total'
const secondHeader = 'Looks like a second header'

/** What a line of the file is: a row, a row that can't be used, or no row at all. */
export type LineKind = { leftOut: string } | { fault: string } | undefined

/** A line of sums begins with such a word, alone, with a number, or with what it sums up. */
const totalWord =
  '(?:(?:grand|sub)[\\s-]?)?(?:totals?|sums?|summe|gesamt(?:summe)?|zwischensumme|insgesamt|totale|totaal|totaux|soma|suma|summa|razem|celkem|összesen|итого|всего|разом|yhteensä)'
const summedUp =
  '(?:for|of|per|für|pour|por|value|amount|qty|quantity|items?|products?|articles|stock|count|units|net|netto|gross|brutto)'
const total = new RegExp(
  String.raw`^${totalWord}(?:[\s:.=]*|[\s:.=]+[\d.,]+(?:\s\p{L}+)?|\s+${summedUp}(?:\s.*)?)$`,
  'iu',
)
const totalLetters = new Set(Array.from('GSTIZRCYÖИВРgstizrcyöивр', (letter) => letter.charCodeAt(0)))

/** The table of a file: its columns, where its rows begin and end, and which lines are none. */
export class Table {
  readonly columns: readonly string[]
  readonly headerLine: number | undefined
  /** A second table to the right, whose cells are left out. */
  readonly #second: SecondTable | undefined
  /** The first line that may be a row. */
  readonly firstLine: number
  readonly #lastLine: number
  readonly #keepsAll: boolean
  readonly #headerLines: ReadonlySet<number>
  readonly #names: readonly string[]
  readonly #firstName: string | undefined
  readonly #named: number
  readonly #profile: Profile
  /** The last line that may be a second header. */
  readonly #lastWords: number
  /** Whether the last header had the columns in another order. */
  #isReordered = false

  constructor(allRows: readonly SampleRow[], format: FeedFormat) {
    this.#second = secondTableAt(allRows, layoutOf(allRows, format))
    const width = this.#second?.width
    const rows = width ? allRows.map(({ line, cells }) => ({ line, cells: cells.slice(0, width) })) : allRows
    const layout = layoutOf(rows, format)
    if (format.header && format.header_row !== undefined && layout.header < 0)
      throw new FeedFailure(
        'no_header',
        'This line is blank or missing. Choose another header row',
        format.header_row,
      )
    const header = rows[layout.header]
    this.headerLine = header?.line
    this.#names = header ? trimEnd(header.cells) : []
    this.#firstName = header?.cells[0]
    this.#named = countFilled(this.#names)
    this.#lastWords = Math.max(0, ...layout.words)
    this.#headerLines = new Set([layout.header, layout.second].flatMap((i) => rows[i]?.line ?? []))
    this.#profile = profileOf(rows, layout, format)
    this.columns = header
      ? uniqueNames(layout.names, header.line)
      : widest(rows, layout).map((_, i) => `col${i + 1}`)
    this.firstLine = Math.max(
      rows[layout.first]?.line ?? 0,
      ...[...this.#headerLines].map((line) => line + 1),
      format.first_row ?? 0,
    )
    this.#lastLine = format.last_row ?? Infinity
    this.#keepsAll = format.every_line === true
  }

  /** What a person should know of the table. */
  get notes(): string[] {
    return this.#second
      ? [`A second table starts in column ${columnLetters(this.#second.start)}. Only the first one is read`]
      : []
  }

  /** What a line before the first row is. */
  head(line: number): { header: true } | { leftOut: string } {
    if (this.#headerLines.has(line)) return { header: true }
    const isBelow = this.headerLine !== undefined && line > this.headerLine
    return { leftOut: isBelow || this.headerLine === undefined ? leftOutReasons.below : leftOutReasons.above }
  }

  /** Nearly free for a row with all its cells. */
  sort(cells: string[], line: number): LineKind {
    const first = cells[0] ?? ''
    if (this.#second && cells.length > this.#second.width) {
      const others = cells.splice(this.#second.width)
      if (countFilled(cells) === 0 && countFilled(others) > 0) return { leftOut: leftOutReasons.second }
    }
    if (line > this.#lastLine) return { leftOut: leftOutReasons.after }
    if (this.#isReordered) {
      const kind = this.#judge(cells, line)
      return kind ?? { fault: belowOther }
    }
    // with three texts, a line is no section's heading
    const isFilled = cells[cells.length - 1] !== '' || (cells[1] !== '' && cells[2] !== '')
    if (
      isFilled &&
      first !== '' &&
      cells.length === this.columns.length &&
      first !== this.#firstName &&
      line > this.#lastWords &&
      !(totalLetters.has(first.charCodeAt(0)) && total.test(first))
    )
      return undefined
    return this.#judge(cells, line)
  }

  #judge(cells: string[], line: number): LineKind {
    fit(cells, this.columns.length, this.#names.length)
    if (this.#keepsAll) return undefined
    const filledCells = countFilled(cells)
    if (filledCells === 0) return { leftOut: leftOutReasons.empty }
    const { typical, words } = this.#profile
    if (words.has(line)) return { fault: secondHeader }
    if (cells[0] === this.#firstName && this.#named > 0) {
      const alike = this.#names.filter((name, i) => name.trim() !== '' && name === cells[i]).length
      if (alike === this.#named && alike === filledCells) {
        this.#isReordered = false
        return { leftOut: leftOutReasons.repeated }
      }
      if (alike > 1 && alike * 2 >= filledCells) {
        this.#isReordered = cells.some((cell, i) => cell !== this.#names[i] && this.#names.includes(cell))
        return { fault: otherHeader }
      }
    }
    const position = cells.findIndex((cell) => cell.trim() !== '')
    const text = cells[position]?.trim() ?? ''
    if (total.test(text)) {
      const { isKeyed } = this.#profile
      // a brand may be called Total
      if (filledCells < typical || (isKeyed && isOnlyNumbers(cells, position + 1)))
        return { leftOut: leftOutReasons.total }
      if (isKeyed && position === 0) return { fault: likeTotal }
    }
    if (filledCells >= typical) return undefined
    return this.#profile.isSection(text, position, filledCells)
      ? { leftOut: leftOutReasons.section }
      : undefined
  }
}

/** Empty cells after the last column are none, and names that are missing at the end need no cells. */
function fit(cells: string[], width: number, namedColumns: number): void {
  while (cells.length > width && cells[cells.length - 1]?.trim() === '') cells.pop()
  if (cells.length >= namedColumns && namedColumns > 0) while (cells.length < width) cells.push('')
}

const isOnlyNumbers = (cells: readonly string[], from: number): boolean =>
  cells.slice(from).every((cell) => ['blank', 'number'].includes(kindOf(cell)))

/** What usual rows are like. */
interface Profile {
  /** How many cells they fill. */
  typical: number
  /** Lines of words where others have numbers. */
  words: ReadonlySet<number>
  /** Whether the first cells tell the rows apart. */
  isKeyed: boolean
  /** Whether a line of few cells is a section's heading or a note. */
  isSection(text: string, position: number, filledCells: number): boolean
}

function profileOf(rows: readonly SampleRow[], layout: Layout, format: FeedFormat): Profile {
  const names = rows[layout.header]?.cells.join('\n')
  const body = rows.slice(layout.first).filter(({ cells }) => cells.join('\n') !== names)
  const counts = body
    .map(({ cells }) => countFilled(cells))
    .filter((filledCells) => filledCells > 1)
    .toSorted((a, b) => a - b)
  const typical = counts[Math.floor(counts.length / 2)] ?? 1
  const full = body.filter(({ cells }) => countFilled(cells) * 2 > typical)
  const width = Math.max(0, ...full.map(({ cells }) => cells.length))
  const keyColumn = Array.from({ length: width }, (_, i) => i).find(
    (i) => full.filter(({ cells }) => (cells[i] ?? '').trim() !== '').length >= 0.7 * full.length,
  )
  const keys = full.map(({ cells }) => (cells[keyColumn ?? 0] ?? '').trim()).filter(Boolean)
  const all = (pattern: RegExp) =>
    keys.length > 1 && keys.filter((key) => pattern.test(key)).length >= 0.9 * keys.length
  const haveDigits = all(/\d/)
  const haveNoBlanks = all(/^\S+$/)
  const isSection = (text: string, position: number, filledCells: number) => {
    // a later row of a group has few cells, too
    if (typical < 3 || format.group !== undefined || position > (keyColumn ?? 0)) return false
    if (filledCells > 1) return filledCells === 2 && typical > 3 && text.endsWith(':')
    return (haveDigits && !/\d/.test(text)) || (haveNoBlanks && /\s/.test(text))
  }
  const firstCells = full.map(({ cells }) => (cells[0] ?? '').trim()).filter((cell) => !total.test(cell))
  const isKeyed = new Set(firstCells).size >= 0.9 * firstCells.length
  return { typical, words: layout.words, isKeyed, isSection }
}

const trimEnd = (cells: readonly string[]): string[] => {
  const end = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, end + 1)
}

function widest(rows: readonly SampleRow[], { first }: Layout): readonly string[] {
  return rows[first]?.cells ?? []
}
