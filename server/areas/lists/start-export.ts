import type { Parsed } from '#contract/index.ts'
import { exportedLists } from '#contract/lists/exported.ts'
import { mostAtOnce } from '#contract/lists/columns.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { exportList } from './export-list.job.ts'
import { exportActivity } from './record-export.ts'

/** The file is made when it is fetched; one of many rows by a job. */
export async function startExport(ctx: Ctx, { body }: Parsed<'startExport'>) {
  const { list, format, columns, input } = body
  const { title } = exportedLists[list]
  const rows = (await ctx.lists[list].count?.(ctx.db, input as never, mostAtOnce + 1)) ?? 0
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  return write(ctx, async (tx, logActivity) => {
    const { list_export_id } = await tx
      .insertInto('list_export')
      .values({
        login_id: ctx.who.login_id,
        list,
        format,
        columns: JSON.stringify(columns),
        input: JSON.stringify(input),
        file_name: `${title.toLowerCase().replaceAll(/\W+/g, '-')}-${day}.${format}`,
      })
      .returning('list_export_id')
      .executeTakeFirstOrThrow()
    if (rows <= mostAtOnce) return { list_export_id, job_id: null }
    const job_id = await ctx.jobs.enqueue(tx, exportList, {
      payload: { list_export_id, login_id: ctx.who.login_id, name: ctx.who.name },
      subject: `${title} as ${format.toUpperCase()}`,
      paramValue: list_export_id,
      requestedBy: ctx.who.name,
      rank: 5,
    })
    await tx.updateTable('list_export').set({ job_id }).where('list_export_id', '=', list_export_id).execute()
    const what = `asked for, made by job ${job_id}`
    await logActivity(exportActivity(ctx, { ...body, list_export_id }, what))
    return { list_export_id, job_id }
  })
}
