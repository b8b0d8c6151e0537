import type { Parsed, Result } from '#contract/index.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { exportKeptDays, type ListName } from '#contract/lists/columns.ts'
import { exportedLists } from '#contract/lists/exported.ts'
import { mostRecentExports, type RecentExport } from '#contract/lists/exports.ts'
import type { ExportFormat } from '#contract/lists/formats.ts'
import type { SavedView } from '#contract/lists/views.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { hiddenLists, refuseList } from './list-access.ts'
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

/** The caller's exports whose files or requests are still kept, and which the caller may still read. */
export async function listExports({ db, who, clock }: Ctx): Promise<RecentExport[]> {
  const kept = `${exportKeptDays} days`
  const { rows } = await sql<ListedExport>`
    select e.list_export_id, e.list, e.file_name, e.insert_tm, e.insert_tm + ${kept}::interval as expires_tm,
      e.job_id, j.job_status, j.progress, e.rows_written, e.bytes,
      e.job_id is null or (e.file_key is not null and j.job_status = ${jobStatus.succeeded}::int) as ready
    from list_export e
    left join job j using (job_id)
    where e.login_id = ${who.login_id}
      and e.insert_tm > ${new Date(clock.now()).toISOString()}::timestamptz - ${kept}::interval
      and e.list <> all(${hiddenLists(who)}::text[])
    order by e.list_export_id desc
    limit ${mostRecentExports}`.execute(db)
  return rows.map(({ list, ...row }) => ({ ...row, title: exportedLists[list].title }))
}
type ListedExport = Omit<RecentExport, 'title'> & { list: ListName }

export async function listSavedViews(ctx: Ctx, { query }: Parsed<'listSavedViews'>): Promise<SavedView[]> {
  const { login_id } = ctx.who
  return readViews(ctx, ctx.db, sql`v.list = ${query.list} and (v.shared or v.login_id = ${login_id})`)
}
