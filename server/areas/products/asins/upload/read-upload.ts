import { Readable } from 'node:stream'
import type { Parsed, Result } from '#contract/index.ts'
import { jobStates, jobStatus } from '#contract/jobs/types.ts'
import { asinUploadLimits } from '#contract/products/asins/uploads.ts'
import { sql } from '#server/platform/database/db.ts'
import { csvText } from '#server/platform/files/csv.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'

type Status = NonNullable<Result<'checkAsinUpload'>>

/** The state of an upload's job; without an id, of the caller's newest. */
export async function checkAsinUpload(
  { db, who }: Ctx,
  { query }: Parsed<'checkAsinUpload'>,
): Promise<Status | null> {
  const { rows } = await sql<Omit<Status, 'job_state' | 'progress'> & { share: number | null }>`
    select j.job_id, j.job_status, j.progress as share, j.progress_text, u.rows_read, u.file_name, j.reason
    from asin_upload u
    join job j using (job_id)
    where ${query.job_id === undefined ? sql`u.login_id = ${who.login_id}` : sql`u.job_id = ${query.job_id}`}
    order by u.asin_upload_id desc
    limit 1`.execute(db)
  const [row] = rows
  if (!row && query.job_id !== undefined) throw notFound('upload')
  if (!row) return null
  const { share, ...status } = row
  const isDone = status.job_status === jobStatus.succeeded
  return {
    ...status,
    job_state: jobStates[status.job_status] ?? 'Unscheduled',
    progress: isDone ? 100 : Math.round(100 * (share ?? 0)),
  }
}

/** The counts of an upload; none until it is done. */
export async function getAsinUploadSummary(
  { db }: Ctx,
  { query }: Parsed<'getAsinUploadSummary'>,
): Promise<Result<'getAsinUploadSummary'>> {
  const upload = await readUpload(db, query.job_id)
  if (upload.end_tm === null) return {}
  return {
    added_asins: upload.added,
    unchanged: upload.unchanged,
    conflicts: upload.conflicts,
    refused_before: upload.refused_before,
    errors: upload.errors,
    repeated: upload.repeated,
    read: upload.rows_read,
    green: upload.green,
    amber: upload.amber,
    grey: upload.grey,
    unmatched: upload.unmatched,
    file_name: upload.file_name,
    errors_file:
      upload.errors === 0 || upload.is_old ? null : `/api/products/asin-upload-errors?job_id=${query.job_id}`,
    took_seconds: upload.took_seconds,
    end_tm: upload.end_tm,
  }
}

async function readUpload(db: Ctx['db'], jobId: number) {
  const upload = await db
    .selectFrom('asin_upload')
    .selectAll()
    .select([
      sql<number>`round(extract(epoch from end_tm - insert_tm))::int`.as('took_seconds'),
      sql<boolean>`insert_tm < now() - make_interval(days => ${sql.lit(asinUploadLimits.issueDays)})`.as(
        'is_old',
      ),
    ])
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (!upload) throw notFound('upload')
  return upload
}

const rowsAtOnce = 1000

/** The lines with errors as they were, with two columns that say what is wrong. */
export async function downloadAsinErrors(
  { db }: Ctx,
  { query }: Parsed<'downloadAsinErrors'>,
): Promise<FileAnswer> {
  const upload = await readUpload(db, query.job_id)
  if (upload.errors === 0 || upload.is_old)
    throw notFound('file of errors', `Such files are kept for ${asinUploadLimits.issueDays} days`)
  async function* lines() {
    yield csvLine([...upload.columns, 'error_column', 'error'])
    let after = 0
    for (;;) {
      const rows = await db
        .selectFrom('asin_upload_issue')
        .select(['line', 'column_name', 'reason', 'cells'])
        .where('asin_upload_id', '=', upload.asin_upload_id)
        .where('line', '>', after)
        .orderBy('line')
        .limit(rowsAtOnce)
        .execute()
      for (const { column_name, reason, cells } of rows)
        yield csvLine([...upload.columns.map((_, i) => (cells as string[])[i] ?? ''), column_name, reason])
      if (rows.length < rowsAtOnce) return
      after = rows.at(-1)?.line ?? 0
    }
  }
  return {
    name: `asin-errors-${query.job_id}.csv`,
    type: 'text/csv; charset=utf-8',
    body: Readable.from(lines()),
  }
}

const csvLine = (cells: readonly string[]) => `${cells.map(csvText).join(',')}\r\n`
