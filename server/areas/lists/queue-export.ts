import { exportedLists } from '#contract/lists/exported.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { exportList } from './export-list.job.ts'
import type { Request } from './make-file.ts'

/** Keeps what is asked for. @param name of its file, without its ending; the list's title where not said */
export async function keepExport(
  { who, clock }: Pick<Ctx, 'who' | 'clock'>,
  tx: Tx,
  { list, format, columns, input }: Request,
  name: string = exportedLists[list].title,
): Promise<number> {
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const { list_export_id } = await tx
    .insertInto('list_export')
    .values({
      login_id: who.login_id,
      list,
      format,
      columns: JSON.stringify(columns),
      input: JSON.stringify(input),
      file_name: `${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${day}.${format}`,
    })
    .returning('list_export_id')
    .executeTakeFirstOrThrow()
  return list_export_id
}

/** Has the file of a kept one made by a job. */
export async function queueExport(
  { who, jobs }: Pick<Ctx, 'who' | 'jobs'>,
  tx: Tx,
  { list_export_id, list, format }: Pick<Request, 'list' | 'format'> & { list_export_id: number },
): Promise<number> {
  const job_id = await jobs.enqueue(tx, exportList, {
    payload: { list_export_id, login_id: who.login_id, name: who.name },
    subject: `${exportedLists[list].title} as ${format.toUpperCase()}`,
    paramValue: list_export_id,
    requestedBy: who.name,
    rank: 5,
  })
  await tx.updateTable('list_export').set({ job_id }).where('list_export_id', '=', list_export_id).execute()
  return job_id
}
