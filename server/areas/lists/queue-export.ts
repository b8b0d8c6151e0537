import { z } from 'zod'
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
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  const title = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const { list_export_id } = await tx
    .insertInto('list_export')
    .values({
      login_id: ctx.who.login_id,
      list,
      format,
      columns: JSON.stringify(columns),
      input: JSON.stringify(input),
      file_name: `${title}-${fileDays(input, today)}.${format}`,
    })
    .returning('list_export_id')
    .executeTakeFirstOrThrow()
  return list_export_id
}

const fileRange = z.union([
  z.object({ start: z.iso.date(), end: z.iso.date().optional() }),
  z.object({ from: z.iso.date(), to: z.iso.date().optional() }).transform(({ from, to }) => ({
    start: from,
    end: to,
  })),
])
/** The days of a file's rows, until today unless they end before; without a range: the day on which it is made. */
function fileDays(input: unknown, today: string): string {
  const range = fileRange.safeParse(input).data
  if (!range) return today
  const { start, end = start > today ? start : today } = range
  return `${start}_${end}`
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
