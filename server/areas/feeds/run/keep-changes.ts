import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { byQuery } from '#server/platform/files/exported.ts'
import { sql } from '#server/platform/database/db.ts'
import { changeQuery, toChange, type ChangeRow } from '../runs/impact.ts'
import { changesKeys } from '../files/old-files.ts'
import { stageTable } from './stage.ts'
import type { Attempt } from './attempt.ts'
import type { StagedFile } from './read-and-stage.ts'

/**
 * Keeps what a run that isn't applied would change, product by product, because its stage is dropped.
 * @returns the file's key
 */
export async function keepChanges({ job, runId }: Attempt, { scope }: StagedFile): Promise<string> {
  const key = changesKeys.key({ owner: runId, attempt: job.attempt })
  const { feedId } = scope
  // everything in a feed's first file is new, and isn't compared
  const all = sql`
    select line, product_id, kind from ${sql.raw(stageTable(scope, 'change'))} where kind <> 'rehashed'
    union all
    select line, null, 'created' from ${sql.raw(stageTable(scope))}
    where not exists (select from product where feed_id = ${feedId})`
  const { batches } = byQuery<null, ChangeRow>(() => sql`${changeQuery(scope, all)} order by sku`)
  async function* lines() {
    for await (const rows of batches(job, null)) {
      job.signal.throwIfAborted()
      yield rows.map((row) => `${JSON.stringify(toChange(scope.fields, row))}\n`).join('')
    }
  }
  const text = Readable.from(lines())
  const gzip = createGzip()
  text.once('error', (error) => gzip.destroy(error))
  await job.files.put(key, text.pipe(gzip))
  return key
}
