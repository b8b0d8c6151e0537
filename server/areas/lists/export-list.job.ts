import { z } from 'zod'
import { count, many } from '#contract/words.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { makeFile } from './make-file.ts'
import { exportKeys } from './old-exports.ts'
import { readExport } from './read.ts'
import { recordExport } from './record-export.ts'

const payload = z.object({ list_export_id: z.number(), login_id: z.number(), name: z.string() })

/** Makes the file of a large list in the storage location, where it is kept for a week. */
export const exportList: JobDefinition<z.output<typeof payload>> = {
  type: 'LIST_EXPORT_JOB',
  payload,
  key: (p) => `export-${p.list_export_id}`,
  retries: 2,
  timeoutSeconds: 3600,
  async run(job) {
    const { db, files, payload: requester } = job
    const listExport = await readExport(db, requester.list_export_id)
    // an earlier attempt did it, but its worker was killed before it could report it
    if (listExport.file_key) return { rows: listExport.rows_written }
    // disabled while the job was being queued: nothing is made in that name
    if (await isDisabled(db, requester.login_id))
      return { completed_with_errors: `The login of ${requester.name} was disabled` }
    const total = await job.lists[listExport.list].count?.(job, listExport.input as never, null)
    let rows = 0
    const file = await makeFile(job, listExport, (batchRows) => {
      rows += batchRows
      job.progress(
        `${count(rows)} of ${many(total ?? rows, 'row')}`,
        total ? Math.min(1, rows / total) : undefined,
      )
    })
    const file_key = exportKeys.key({ owner: listExport.list_export_id, attempt: job.attempt })
    await files.put(file_key, file)
    const bytes = (await files.stat(file_key))?.bytes ?? 0
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('list_export')
        .set({ file_key, bytes, rows_written: rows })
        .where('list_export_id', '=', listExport.list_export_id)
        .execute()
      await recordExport(tx, { ...job, who: requester }, listExport, many(rows, 'row'))
    })
    return { rows, bytes }
  },
}

const isDisabled = async (db: Db, loginId: number): Promise<boolean> =>
  (await db
    .selectFrom('login')
    .select('login_id')
    .where('login_id', '=', loginId)
    .where('disabled_tm', 'is not', null)
    .executeTakeFirst()) !== undefined
