import { Readable } from 'node:stream'
import { csvCell, csvText } from '#server/platform/files/csv.ts'
import type { Cell } from '#server/platform/files/exported.ts'
import type { Kind } from '#contract/lists/columns.ts'
import type { Sheet } from './make-file.ts'

/** UTF-8 with a byte-order mark for Excel; texts are protected from being read as formulas. */
export const writeCsv = (sheet: Sheet): Readable => Readable.from(lines(sheet), { objectMode: false })

async function* lines({ columns, batches }: Sheet): AsyncGenerator<string> {
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
  yield `\ufeff${line(columns.map((c) => csvText(c.header)))}`
  for await (const rows of batches)
    yield rows.map((cells) => line(columns.map(({ kind }, i) => cellText(kind, cells[i] ?? null)))).join('')
}

const cellText = (kind: Kind, cell: Cell): string => {
  if (cell === null) return ''
  return kind === 'text' ? csvText(String(cell)) : csvCell(String(cell))
}
