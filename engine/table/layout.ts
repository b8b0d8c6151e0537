import type { FeedFormat } from '#contract/feeds/settings.ts'
import { isColumnName } from '../mapping/by-name.ts'
import { countFilled, kindOf, type CellKind } from './cells.ts'

/** A row of the sample that decides where the table is. */
export interface SampleRow {
  /** The line of the file or the row of the sheet. */
  line: number
  cells: readonly string[]
}
/** Where a file's table is; positions are those of the sample's rows. */
export interface Layout {
  /** -1: no row names the columns. */
  header: number
  /** A second line of headings, directly above or below, whose texts are part of the names. */
  second: number
  /** The first row that may be a product. */
  first: number
  /** The names as written, or nothing. */
  names: readonly string[]
  /** The lines above the first product that have words where products have numbers. */
  words: ReadonlySet<number>
}

/** The header and the first product are among so many rows. */
export const sampleRows = 60
const longestName = 150

/** How the rows of a sample look. */
class Sample {
  readonly rows: readonly SampleRow[]
  readonly #kinds: CellKind[][]
  readonly filledCells: number[]
  /** How many cells a usual row fills. */
  readonly typical: number
  /** The columns of numbers, addresses and codes. */
  readonly #special: ReadonlyMap<number, CellKind>

  constructor(rows: readonly SampleRow[]) {
    this.rows = rows
    this.#kinds = rows.map(({ cells }) => cells.map(kindOf))
    this.filledCells = rows.map(({ cells }) => countFilled(cells))
    const wide = this.filledCells.filter((n) => n > 1).toSorted((a, b) => a - b)
    this.typical = wide[Math.floor(wide.length / 2)] ?? 1
    this.#special = this.#specialColumns()
  }

  #specialColumns(): Map<number, CellKind> {
    const counts = new Map<number, Map<CellKind, number>>()
    for (const [i, kinds] of this.#kinds.entries()) {
      if (!this.isWide(i) || this.isHeading(i)) continue
      for (const [column, kind] of kinds.entries()) {
        if (kind === 'blank') continue
        const ofColumn = counts.get(column) ?? new Map<CellKind, number>()
        ofColumn.set(kind, (ofColumn.get(kind) ?? 0) + 1)
        counts.set(column, ofColumn)
      }
    }
    const special = new Map<number, CellKind>()
    for (const [column, kinds] of counts) {
      const total = [...kinds.values()].reduce((sum, n) => sum + n, 0)
      for (const kind of ['number', 'address', 'code', 'list'] as const)
        if ((kinds.get(kind) ?? 0) >= 0.6 * total) special.set(column, kind)
    }
    return special
  }

  isWide(i: number): boolean {
    return (this.filledCells[i] ?? 0) >= Math.max(1, this.typical / 2)
  }

  /** Whether a row's cells could be names. */
  isHeading(i: number): boolean {
    const cells = this.rows[i]?.cells ?? []
    const kinds = this.#kinds[i] ?? []
    return kinds.every(
      (kind, column) =>
        kind === 'blank' ||
        ((kind === 'text' || kind === 'code') && (cells[column] ?? '').length <= longestName),
    )
  }

  /** Whether a row has numbers, addresses and codes where the others have them. */
  isProduct(i: number): boolean {
    if (!this.isWide(i)) return false
    const kinds = this.#kinds[i] ?? []
    const filledCells = [...this.#special].filter(([column]) => (kinds[column] ?? 'blank') !== 'blank')
    const alike = filledCells.filter(([column, kind]) => kinds[column] === kind)
    if (alike.length === 0 || alike.length * 2 < filledCells.length) return false
    return !(this.isHeading(i) && this.knownNames(i) > 1)
  }

  knownNames(i: number): number {
    const cells = this.rows[i]?.cells ?? []
    return cells.filter((cell) => isColumnName(cell.trim())).length
  }

  /** Names that differ in kind from the column below say more. */
  score(i: number): number {
    const kinds = this.#kinds[i] ?? []
    const contrast = [...this.#special].filter(
      ([column, kind]) => (kinds[column] ?? 'blank') !== 'blank' && kinds[column] !== kind,
    ).length
    return this.knownNames(i) * 4 + contrast * 2 + (this.filledCells[i] ?? 0)
  }

  /** Whether a row has words where products have numbers, as a line of units or of a template's notes. */
  isWordsOverNumbers(i: number): boolean {
    const kinds = this.#kinds[i] ?? []
    const filledCells = [...this.#special].filter(
      ([column, kind]) => kind === 'number' && (kinds[column] ?? 'blank') !== 'blank',
    )
    return filledCells.length > 1 && filledCells.every(([column]) => kinds[column] === 'text')
  }

  isBlankAt(i: number, column: number): boolean {
    return (this.rows[i]?.cells[column] ?? '').trim() === ''
  }
}

/** Where the table of a sample is: what the format says, else what its shape says. */
export function layoutOf(rows: readonly SampleRow[], format: FeedFormat): Layout {
  const sample = new Sample(rows)
  const firstProduct = rows.findIndex((_, i) => sample.isProduct(i))
  const setFirst = format.first_row
  const firstAt = (from: number) =>
    setFirst === undefined
      ? from
      : Math.max(
          from,
          rows.findIndex(({ line }) => line >= setFirst),
        )
  const words = new Set<number>()
  if (!format.header)
    return { header: -1, second: -1, first: firstAt(Math.max(firstProduct, 0)), names: [], words }
  const wordsAfter = (from: number) => {
    for (let i = from; i < firstProduct; i++)
      if (sample.isHeading(i) && sample.isWordsOverNumbers(i)) words.add(rows[i]?.line ?? 0)
    return words
  }
  if (format.header_row !== undefined) {
    const header = rows.findIndex(({ line }) => line === format.header_row)
    const names = rows[header]?.cells ?? []
    return { header, second: -1, first: firstAt(header + 1), names, words: wordsAfter(header + 1) }
  }
  const header = Math.max(likeliestHeader(sample, firstProduct), 0)
  const second = secondLine(sample, header)
  const first = Math.max(header, second) + 1
  return {
    header,
    second,
    first: firstAt(first),
    words: wordsAfter(first),
    names:
      second < 0 ? (rows[header]?.cells ?? []) : joinNames(rows, Math.min(header, second), second > header),
  }
}

/** Whether a row of the sample seems to name the columns. */
export function seemsToHaveHeader(rows: readonly SampleRow[]): boolean {
  if (rows.length === 0) return true
  const sample = new Sample(rows)
  return (
    likeliestHeader(
      sample,
      rows.findIndex((_, i) => sample.isProduct(i)),
    ) >= 0
  )
}

/** How much a sample looks like a table of products; 0: not at all. */
export function tableScore(rows: readonly SampleRow[]): number {
  const sample = new Sample(rows)
  const firstProduct = rows.findIndex((_, i) => sample.isProduct(i))
  const header = likeliestHeader(sample, firstProduct)
  if (firstProduct < 0 || sample.typical < 2) return 0
  return 1 + (header < 0 ? 0 : sample.knownNames(header))
}

/** Of the rows above the first product, the one that names most columns; -1: the first row is a product. */
function likeliestHeader(sample: Sample, firstProduct: number): number {
  const { rows } = sample
  if (firstProduct === 0) return -1
  const end = firstProduct < 0 ? rows.length : firstProduct
  let best = -1
  let highest = 0
  for (let i = 0; i < end; i++) {
    if (!sample.isWide(i) || !sample.isHeading(i)) continue
    // without a product to compare with, only known names speak for a later row
    const score = firstProduct < 0 ? sample.knownNames(i) + (best < 0 ? 1 : 0) : sample.score(i)
    if (best < 0 || score > highest) [best, highest] = [i, score]
  }
  return best
}

/** The line of group headings above a header, or of further names below it; -1: there is none. */
function secondLine(sample: Sample, header: number): number {
  const { rows } = sample
  const names = (rows[header]?.cells ?? []).map((cell) => cell.trim())
  const rowBelow = header + 1
  const keyIsBlank = names[0] !== '' && sample.isBlankAt(rowBelow, 0)
  if (
    rows[rowBelow] &&
    keyIsBlank &&
    (sample.filledCells[rowBelow] ?? 0) > 1 &&
    sample.isHeading(rowBelow) &&
    !sample.isProduct(rowBelow) &&
    names.some((name, column) => name === '' && !sample.isBlankAt(rowBelow, column))
  )
    return rowBelow
  const rowAbove = header - 1
  const ownNames = names.filter((name) => name !== '')
  const isUnclear = ownNames.length < names.length || new Set(ownNames).size < ownNames.length
  const groups = sample.filledCells[rowAbove] ?? 0
  return isUnclear && groups > 1 && sample.isHeading(rowAbove) ? rowAbove : -1
}

/**
 * Names of two lines: a group's name counts for all columns up to the next, if their own names need it.
 *
 * @param isBelow the lower line only completes the upper one
 */
function joinNames(rows: readonly SampleRow[], upper: number, isBelow: boolean): string[] {
  const [groups, lowerNames] = [rows[upper]?.cells ?? [], rows[upper + 1]?.cells ?? []].map((cells) =>
    cells.map((cell) => cell.trim()),
  ) as [string[], string[]]
  const isRepeated = (name: string) => lowerNames.filter((otherName) => otherName === name).length > 1
  let group = ''
  return Array.from({ length: Math.max(groups.length, lowerNames.length) }, (_, column) => {
    const [rowAbove = '', name = ''] = [groups[column], lowerNames[column]]
    if (rowAbove !== '') group = rowAbove
    if (name === '') return rowAbove
    return group !== '' && (isBelow || isRepeated(name)) ? `${group} ${name}` : name
  })
}
