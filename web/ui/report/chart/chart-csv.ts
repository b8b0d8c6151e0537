import type { Point } from './series.ts'

/** A chart's figures as CSV: a row a point, numbers as they are. */
export function chartCsv(points: readonly Point[], columns: readonly string[]): string {
  const rows = points.map((point) => ['name', ...columns].map((column) => cellText(point[column] ?? '')))
  return [['', ...columns.map(cellText)], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** A spreadsheet would read a text with such a beginning as a formula. */
const formula = /^[=+\-@\t\r]/

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
