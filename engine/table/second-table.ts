import { isColumnName, namesKey } from '../mapping/by-name.ts'
import type { Layout, SampleRow } from './layout.ts'

/** Where a second table begins, and how many columns the first one has. */
export interface SecondTable {
  start: number
  width: number
}

const key = (name: string | undefined) => name?.trim().toLowerCase() ?? ''

/**
 * Where a second table begins to the right of the first: names that repeat as a whole, or names of a product's own
 * after a blank column. Undefined: there is one table.
 */
export function secondTableAt(
  rows: readonly SampleRow[],
  { header, names }: Layout,
): SecondTable | undefined {
  if (header < 0) return undefined
  const keys = names.map(key)
  const isBlankColumn = (column: number) =>
    rows.slice(header).every(({ cells }) => (cells[column] ?? '').trim() === '')
  const width = Math.max(...rows.slice(header).map(({ cells }) => cells.length))
  for (let start = 2; start < width; start++) {
    const before = keys.slice(0, start).filter(Boolean)
    const after = keys.slice(start).filter(Boolean)
    if (before.length < 2) continue
    const secondTable = { start, width: keys.slice(0, start).findLastIndex((name) => name !== '') + 1 }
    if (isBlankColumn(start - 1) && !isBlankColumn(start)) {
      if (after.length > 1 && keys[start] !== '' && isOwnTable(before, after)) return secondTable
      if (after.length === 0 && hasHeaderAt(rows.slice(header + 1), start)) return secondTable
    }
    const isRepeated = after.length === before.length && after.every((name, i) => name === before[i])
    if (isRepeated && after.length > 1 && keys[start] !== '') return secondTable
  }
  return undefined
}

/** Both name a key, or the second repeats names of the first. */
function isOwnTable(before: readonly string[], after: readonly string[]): boolean {
  const repeatedNames = after.filter((name) => before.includes(name))
  return (
    repeatedNames.length > 1 ||
    (repeatedNames.length > 0 && after[0] === before[0]) ||
    [before, after].every((names) => names.some(namesKey))
  )
}

/** Whether a lower row names columns from there on. */
const hasHeaderAt = (rows: readonly SampleRow[], column: number): boolean =>
  rows.some(({ cells }) => {
    const filledCells = cells.slice(column).filter((cell) => cell.trim() !== '')
    return filledCells.length > 1 && filledCells.filter((cell) => isColumnName(cell.trim())).length > 1
  })

/** A column as workbooks call it: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
