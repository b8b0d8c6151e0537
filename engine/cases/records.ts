import type { RecordBatch } from '../record.ts'

/** Text as a reader gets it, piece by piece. */
export async function* inPieces(text: string | readonly string[]): AsyncGenerator<string> {
  yield* typeof text === 'string' ? [text] : text
}

/** All that a reader gives: its batches, their rows, and the last batch's columns. */
export async function collectRecords(reader: AsyncIterable<RecordBatch>) {
  const batches: RecordBatch[] = []
  for await (const batch of reader) batches.push(batch)
  return {
    batches,
    rows: batches.flatMap((b) => b.rows),
    columns: batches.at(-1)?.columns ?? [],
  }
}

/** The lines that a reader left out. */
export const leftOutOf = (batches: readonly RecordBatch[]) => batches.flatMap((b) => b.leftOut ?? [])
