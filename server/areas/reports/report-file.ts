import { exportColumns, type ListName } from '#contract/lists/columns.ts'
import { downloadExport, keepExport } from '#server/areas/lists/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'

const allColumns = (list: ListName): readonly string[] => Object.keys(exportColumns[list])

/** Records a report's file with all columns; it is made while it is sent. */
export async function prepareReport(
  ctx: Ctx,
  list: ListName,
  input: object,
): Promise<{ list_export_id: number }> {
  const request = { list, format: 'csv', columns: allColumns(list), input } as const
  return {
    list_export_id: await ctx.db.transaction().execute((tx) => keepExport(ctx, tx, request)),
  }
}

/** The file of a report as this person prepared it last. */
export async function downloadPrepared(ctx: Ctx, list: ListName): Promise<FileAnswer> {
  const prepared = await ctx.db
    .selectFrom('list_export')
    .select('list_export_id')
    .where('login_id', '=', ctx.who.login_id)
    .where('list', '=', list)
    .orderBy('list_export_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!prepared) throw notFound('export', 'Prepare the report first')
  return downloadExport(ctx, { params: { id: prepared.list_export_id } })
}

/** The file of a report, prepared and sent. */
export async function sendReport(ctx: Ctx, list: ListName, input: object): Promise<FileAnswer> {
  const { list_export_id } = await prepareReport(ctx, list, input)
  return downloadExport(ctx, { params: { id: list_export_id } })
}
