import { exportedLists } from '#contract/lists/exported.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { exportList } from './export-list.job.ts'
import type { Request } from './make-file.ts'

/** Records an export request. @param name of its file, without the extension; by default the list's title */
export async function keepExport(
  ctx: Pick<Ctx, 'who' | 'clock'>,
  tx: Tx,
  { list, format, columns, input }: Request,
  name: string = exportedLists[list].title,
): Promise<number> {
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  const { list_export_id } = await tx
    .insertInto('list_export')
    .values({
      login_id: ctx.who.login_id,
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

/** Queues the job that makes a recorded export's file. */
export async function queueExport(
  ctx: Pick<Ctx, 'who' | 'jobs'>,
  tx: Tx,
  { list_export_id, list, format }: Pick<Request, 'list' | 'format'> & { list_export_id: number },
): Promise<number> {
  const job_id = await ctx.jobs.enqueue(tx, exportList, {
    payload: { list_export_id, login_id: ctx.who.login_id, name: ctx.who.name },
    subject: `${exportedLists[list].title} as ${format.toUpperCase()}`,
    paramValue: list_export_id,
    requestedBy: ctx.who.name,
    rank: 5,
  })
  await tx.updateTable('list_export').set({ job_id }).where('list_export_id', '=', list_export_id).execute()
  return job_id
}
