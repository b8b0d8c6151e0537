import { Readable } from 'node:stream'
import { csvCell, csvText } from '#server/platform/files/csv.ts'
import type { Cell } from '#server/platform/files/exported.ts'
import type { Kind } from '#contract/lists/columns.ts'
import type { Sheet } from './make-file.ts'

/** UTF-8 with a mark by which Excel knows it; texts guarded against being formulas, numbers as they are. */
export const writeCsv = (sheet: Sheet): Readable => Readable.from(lines(sheet), { objectMode: false })

async function* lines({ columns, batches }: Sheet): AsyncGenerator<string> {
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
  yield `\ufeff${line(columns.map((c) => csvText(c.header)))}`
  for await (const rows of batches)
    yield rows.map((cells) => line(cells.map((cell, i) => cellText(columns[i]!.kind, cell)))).join('')
}

const cellText = (kind: Kind, cell: Cell): string => {
  if (cell === null) return ''
  return kind === 'text' ? csvText(String(cell)) : csvCell(String(cell))
}
