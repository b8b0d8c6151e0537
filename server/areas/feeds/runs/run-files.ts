import type { RunFile } from '#contract/feeds/further-files.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { FurtherRowCounts } from '../run/further-files.ts'

interface MainFile {
  feed_run_id: number
  file_name: string | null
  file_bytes: number | null
  file_tm: string | null
  rows_read: number
  rows_rejected: number
}

/** The files that a run read, the main file first; empty if there is only that one. */
export async function runFiles(db: Db, run: MainFile): Promise<RunFile[]> {
  const further = await db
    .selectFrom('feed_run_file')
    .select(['name', 'file_name', 'file_bytes', 'file_tm', 'seen'])
    .where('feed_run_id', '=', run.feed_run_id)
    .orderBy('position')
    .execute()
  if (further.length === 0) return []
  const main: RunFile = {
    name: null,
    file_name: run.file_name ?? '',
    bytes: run.file_bytes ?? 0,
    tm: run.file_tm,
    rows: { read: run.rows_read, rejected: run.rows_rejected, unknown: 0, unknown_skus: [], missing: 0 },
  }
  return [main, ...further.map((f) => ({ ...f, bytes: f.file_bytes, tm: f.file_tm, rows: rowsOf(f.seen) }))]
}

function rowsOf(rowCounts: unknown): RunFile['rows'] {
  if (!rowCounts) return null
  const { ended: _, ...rows } = rowCounts as FurtherRowCounts
  return rows
}
