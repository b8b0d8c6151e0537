import { once } from 'node:events'
import { from as copyFrom } from 'pg-copy-streams'
import { storable, storableJson } from '#contract/storable.ts'
import { sql, type Database } from '#server/platform/database/db.ts'
import type { AsinLine } from './asin-file.ts'

const columns = [
  'asin_upload_id',
  'line',
  'asin',
  'product_id',
  'sku_key',
  'prefix',
  'gtin',
  'title',
  'brand',
  'model',
  'image',
  'price',
  'pack',
  'decision',
  'column_name',
  'value',
  'reason',
  'cells',
] as const
const special = /[\\\t\n\r]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const cellOf = (value: string | number | undefined): string =>
  value === undefined ? '\\N' : storable(String(value)).replace(special, (c) => escapes[c] ?? '')

const rowOf = (uploadId: number, { cells, fault, ...line }: AsinLine): string => {
  const values: Record<string, string | number | undefined> = {
    ...line,
    ...fault,
    asin_upload_id: uploadId,
    cells: storableJson(cells),
  }
  return columns.map((column) => cellOf(values[column])).join('\t')
}

/** Writes the lines of an upload into `asin_stage` by COPY; what an earlier attempt left is deleted. */
export async function stageLines(
  database: Database,
  uploadId: number,
  batches: AsyncIterable<readonly AsinLine[]>,
): Promise<number> {
  await sql`delete from asin_stage where asin_upload_id = ${uploadId}`.execute(database.db)
  const client = await database.pool.connect()
  let staged = 0
  let isDone = false
  try {
    const copy = client.query(copyFrom(`copy asin_stage (${columns.join(', ')}) from stdin`))
    copy.on('error', () => {})
    for await (const lines of batches) {
      const text = lines.map((line) => `${rowOf(uploadId, line)}\n`).join('')
      if (!copy.write(Buffer.from(text))) await once(copy, 'drain')
      staged += lines.length
    }
    copy.end()
    await once(copy, 'finish')
    isDone = true
  } finally {
    // in the middle of a COPY the connection is of no more use
    client.release(!isDone)
  }
  await sql`analyze asin_stage`.execute(database.db)
  return staged
}
