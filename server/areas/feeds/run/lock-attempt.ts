import type { Tx } from '#server/platform/database/db.ts'
import { Overtaken, type Attempt } from './attempt.ts'

export interface Approval {
  approved_by: string | null
  approve_reason: string | null
}

/**
 * Locks the feed and the run, so that an attempt that the run's row no longer names can't end it, and no run
 * ends against a catalogue that has changed.
 */
export async function lockAttempt(tx: Tx, { current, feed, job, runId }: Attempt): Promise<Approval> {
  const now = await tx
    .selectFrom('feed')
    .select('current_run_id')
    .where('feed_id', '=', feed.feed_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const run = await tx
    .selectFrom('feed_run')
    .select(['state', 'attempt', 'job_id', 'approved_by', 'approve_reason'])
    .where('feed_run_id', '=', runId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOurs = run.state === 'running' && run.attempt === job.attempt && run.job_id === job.jobId
  if (!isOurs || now.current_run_id !== (current?.feed_run_id ?? null))
    throw new Overtaken('another worker or a rollback')
  return run
}
