import type { Parsed } from '#contract/index.ts'
import { mostAtOnce } from '#contract/lists/columns.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { refuseList } from './list-access.ts'
import { keepExport, queueExport } from './queue-export.ts'
import { exportActivity } from './record-export.ts'

/** A small list's file is made when it is downloaded; a large one's by a job. */
export async function startExport(ctx: Ctx, { body }: Parsed<'startExport'>) {
  refuseList(ctx, body.list)
  const rows = (await ctx.lists[body.list].count?.(ctx, body.input as never, mostAtOnce + 1)) ?? 0
  return write(ctx, async (tx, logActivity) => {
    const list_export_id = await keepExport(ctx, tx, body)
    if (rows <= mostAtOnce) return { list_export_id, job_id: null }
    const job_id = await queueExport(ctx, tx, { ...body, list_export_id })
    await logActivity(exportActivity(ctx, { ...body, list_export_id }, `by job ${job_id}`))
    return { list_export_id, job_id }
  })
}
