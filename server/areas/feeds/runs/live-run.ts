import type { Selectable } from 'kysely'
import type { LiveRun } from '#contract/feeds/runs.ts'
import type { FeedRun as FeedRunTable } from '#server/db/tables.ts'
import { waitsFor } from '#server/platform/jobs/waits-for.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { databaseNow } from '#server/platform/clock.ts'

export const liveColumns = [
  'feed_run_id',
  'state',
  'phase',
  'phases',
  'start_tm',
  'end_tm',
  'file_bytes',
  'bytes_read',
  'rows_read',
  'rows_accepted',
  'rows_rejected',
  'rows_warned',
  'rows_left_out',
  'created',
  'updated',
  'unchanged',
  'deleted',
  'kept',
  'skipped',
] as const
/** In addition to a run's own columns: whether somebody has terminated its job, which hasn't stopped yet. */
export const stopping = sql<boolean>`exists (
  select from job where job.job_id = feed_run.job_id and job.terminate_by is not null)`.as('terminated')
type LiveRow = Pick<Selectable<FeedRunTable>, (typeof liveColumns)[number]> & { terminated: boolean }

/** The part of a run that changes while it runs. */
function liveRun(row: LiveRow, waits_for: string | null = null): LiveRun {
  const phases = row.phases as LiveRun['phases']
  return {
    feed_run_id: row.feed_run_id,
    state: row.state as LiveRun['state'],
    phase: row.phase,
    phases,
    rate: row.state === 'running' ? rate(phases, row.rows_read) : null,
    file_bytes: row.file_bytes,
    bytes_read: row.bytes_read,
    waits_for,
    stopping: row.terminated && (row.state === 'queued' || row.state === 'running'),
    rows_read: row.rows_read,
    rows_accepted: row.rows_accepted,
    rows_rejected: row.rows_rejected,
    rows_warned: row.rows_warned,
    rows_left_out: row.rows_left_out,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    deleted: row.deleted,
    kept: row.kept,
    skipped: row.skipped,
  }
}

/** A queued run says what it waits for, and one that downloads its file how far it is. */
export async function liveRunNow(db: Db, row: LiveRow & { job_id: number | null }): Promise<LiveRun> {
  if (row.state === 'queued') return liveRun(row, await waitsFor(db, row.job_id))
  const isDownloading = row.state === 'running' && row.phase === null && row.job_id !== null
  return liveRun(row, isDownloading ? await progressOf(db, row.job_id) : null)
}

async function progressOf(db: Db, jobId: number | null): Promise<string | null> {
  const job = await db
    .selectFrom('job')
    .select('progress_text')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return job?.progress_text ?? null
}

/** Rows per second since this reading began; a run that waited for a person began long before. */
function rate(phases: LiveRun['phases'], rows: number): number | null {
  const began = phases.find((p) => p.reading === phases.at(-1)?.reading)?.start_tm
  const seconds = began ? (databaseNow() - Date.parse(began)) / 1000 : 0
  return seconds > 0.2 ? Math.round(rows / seconds) : null
}
