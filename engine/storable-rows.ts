import { isStorable, storable } from '#contract/storable.ts'
import type { RecordBatch, SourceRow } from './record.ts'

export const unstorable = 'The row contains characters that can’t be stored, such as NUL bytes'

/** Rows as they came, but one that the database can’t hold is rejected alone, whatever the format. */
export async function* storableRows(batches: AsyncIterable<RecordBatch>): AsyncGenerator<RecordBatch> {
  const columns: string[] = []
  const badColumns: number[] = []
  const isBad = ({ known, cells, fault: earlier }: SourceRow) =>
    !known &&
    earlier === undefined &&
    (badColumns.some((column) => (cells[column] ?? '') !== '') || !cells.every(isStorable))
  for await (const batch of batches) {
    // columns only grow
    for (const name of batch.columns.slice(columns.length)) {
      if (!isStorable(name)) badColumns.push(columns.length)
      columns.push(storable(name))
    }
    const isSound = batch.isStorable === true && badColumns.length === 0
    const rows = isSound
      ? batch.rows
      : batch.rows.map((row) =>
          isBad(row) ? { ...row, cells: row.cells.map(storable), fault: unstorable } : row,
        )
    const leftOut = batch.leftOut?.map((line) => ({ ...line, cells: line.cells.map(storable) }))
    yield {
      columns: badColumns.length > 0 ? [...columns] : batch.columns,
      rows,
      ...(leftOut && { leftOut }),
    }
  }
}
