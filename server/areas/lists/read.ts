import type { Parsed, Result } from '#contract/index.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import type { ListName } from '#contract/lists/columns.ts'
import type { ExportFormat } from '#contract/lists/formats.ts'
import type { SavedView } from '#contract/lists/views.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { refuseList } from './list-access.ts'
import { readViews } from './views.ts'

/** An export request; its list and columns were checked when it was made. */
export async function readExport(db: Db, id: number) {
  const row = await db
    .selectFrom('list_export')
    .leftJoin('job', 'job.job_id', 'list_export.job_id')
    .select([
      'list_export_id',
      'list_export.login_id',
      'list',
      'format',
      'columns',
      'input',
      'file_name',
      'file_key',
    ])
    .select(['rows_written', 'bytes', 'list_export.job_id', 'job_status', 'progress', 'progress_text'])
    .where('list_export_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('export', 'Files are deleted after 7 days')
  return {
    ...row,
    list: row.list as ListName,
    format: row.format as ExportFormat,
    columns: row.columns as string[],
  }
}

/** An export of the caller: whoever is given its number would download what somebody else may see. */
export async function readOwnExport(ctx: Ctx, id: number) {
  const listExport = await readExport(ctx.db, id)
  refuseList(ctx, listExport.list)
  if (listExport.login_id !== ctx.who.login_id)
    throw notFound('export', 'Only the person who exported it can download it')
  return listExport
}

export async function getExport(ctx: Ctx, { params }: Parsed<'getExport'>): Promise<Result<'getExport'>> {
  const { file_name, file_key, job_id, job_status, ...row } = await readOwnExport(ctx, params.id)
  const { list_export_id, progress, progress_text, rows_written, bytes } = row
  const ready = file_key !== null && job_status === jobStatus.succeeded
  return {
    list_export_id,
    file_name,
    job_id,
    job_status,
    progress,
    progress_text,
    rows_written,
    bytes,
    ready: job_id === null || ready,
  }
}

export async function listSavedViews(ctx: Ctx, { query }: Parsed<'listSavedViews'>): Promise<SavedView[]> {
  const { login_id } = ctx.who
  return readViews(ctx, ctx.db, sql`v.list = ${query.list} and (v.shared or v.login_id = ${login_id})`)
}
