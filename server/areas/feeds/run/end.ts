import type { EventType } from '#contract/activity/names.ts'
import type { FeedFailure } from '#engine/failure.ts'
import type { FaultPlace } from '#contract/feeds/run-fault.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import { announce } from '../monitoring/notify.ts'
import { ofFeed } from '../feed-owner.ts'
import { dropStages, everyAttempt } from './stage.ts'
import type { Attempt } from './attempt.ts'
import type { RunDecision } from './run-decision.ts'
import { backOff, hangs } from '../files/back-off.ts'
import { FurtherFailure } from './further-files.ts'
import { lockAttempt } from './lock-attempt.ts'
import type { SourceTags } from './source-tags.ts'

export type Outcome = Record<string, unknown> & { state: string; completed_with_errors?: string }

/** Holds the run for a person; an earlier held run is superseded. */
export async function hold(attempt: Attempt, { decision, columns }: RunDecision): Promise<Outcome> {
  const { feed, job, runId } = attempt
  const reason = decision.sentence
  await job.db.transaction().execute(async (tx) => {
    await lockAttempt(tx, attempt)
    await supersedeOlder(tx, attempt)
    // an approval given under other settings no longer counts: a person decides again
    const resetApproval = { approved_by: null, approve_reason: null, settings_hash: attempt.settingsHash }
    await attempt.close(tx, 'held', { ...columns, ...resetApproval, reason, reason_code: 'gate' })
    await recordEnd(tx, attempt, 'feed.held', `Run ${runId} held. ${reason}`)
    await announce(tx, feed, {
      kind: 'feed',
      message: `${feed.supplier_name}: run ${runId} held. ${reason}`,
      runId,
    })
  })
  return { feed_run_id: runId, state: 'held', reason }
}

/**
 * Earlier held runs can no longer be decided: applied after this one, they would undo what it changed. A run of
 * mended rows supersedes only other such runs.
 */
export async function supersedeOlder(tx: Tx, { feed, run, runId }: Attempt): Promise<void> {
  await tx
    .updateTable('feed_run')
    .set({ state: 'superseded', reason: `Replaced by run ${runId}` })
    .where('feed_id', '=', feed.feed_id)
    .where('state', '=', 'held')
    .where('feed_run_id', '<', runId)
    .$if(run.mends_run_id !== null, (query) => query.where('mends_run_id', 'is not', null))
    .execute()
}

/** Ends a run whose file can't be read. */
export async function reject(attempt: Attempt, failure: FeedFailure): Promise<Outcome> {
  const { feed, job, runId } = attempt
  const { message: fault, code } = failure
  await job.db.transaction().execute(async (tx) => {
    const pause = hangs(code) ? await backOff(tx, feed.feed_id) : ''
    const message = fault + pause
    await attempt.close(tx, 'rejected', { reason: message, reason_code: code, fault: placeOf(failure) })
    await recordEnd(tx, attempt, 'feed.rejected', `Run ${runId} rejected: ${message}`)
  })
  return { feed_run_id: runId, state: 'rejected', completed_with_errors: fault }
}

/** Where it broke, for its page. */
function placeOf(failure: FeedFailure): string | null {
  const [{ line, column }, file] =
    failure instanceof FurtherFailure ? [failure.failure, failure.file] : [failure, undefined]
  return line === undefined && file === undefined
    ? null
    : JSON.stringify({ line, column, file } satisfies FaultPlace)
}

/** Ends a run whose file is the one applied last: its rows count as unchanged without being read. */
export function endUnread(attempt: Attempt, reason: string, tags?: SourceTags): Promise<Outcome> {
  const { current } = attempt
  const rows = current?.rows_accepted ?? 0
  const columns = {
    reason,
    rows_read: current?.rows_read ?? 0,
    rows_accepted: rows,
    rows_rejected: current?.rows_rejected ?? 0,
    rows_warned: current?.rows_warned ?? 0,
    rows_left_out: current?.rows_left_out ?? 0,
    rows_known: rows,
    unchanged: rows,
    stats: current?.stats ? JSON.stringify(current.stats) : null,
    encoding: current?.encoding ?? null,
  }
  return finish(attempt, 'unchanged', { columns, tags })
}

export async function keepTags(tx: Tx, feedId: number, { further, ...tags }: SourceTags): Promise<void> {
  await tx.updateTable('feed').set(tags).where('feed_id', '=', feedId).execute()
  for (const { feed_file_id, ...fileTags } of further)
    await tx.updateTable('feed_file').set(fileTags).where('feed_file_id', '=', feed_file_id).execute()
}

/** What the run's row keeps, the source's new tags, and further writes of the same transaction. */
interface RunEnd {
  columns: Record<string, unknown>
  tags?: SourceTags | undefined
  write?: (tx: Tx) => Promise<void>
}

/** Ends a dry run, or one that found nothing to change. */
export async function finish(
  attempt: Attempt,
  state: 'dry' | 'unchanged',
  { columns, tags, write }: RunEnd,
): Promise<Outcome> {
  const { feed, job, runId } = attempt
  await job.db.transaction().execute(async (tx) => {
    if (state === 'unchanged') {
      await lockAttempt(tx, attempt)
      await supersedeOlder(tx, attempt)
    }
    await write?.(tx)
    await attempt.close(tx, state, columns)
    if (tags) await keepTags(tx, feed.feed_id, tags)
  })
  return { feed_run_id: runId, state }
}

/** Ends a run whose job was given up or terminated, in whichever attempt. */
export async function giveUp(
  services: Services,
  runId: number,
  reason: string,
  wasTerminated: boolean,
): Promise<void> {
  const state = wasTerminated ? 'terminated' : 'failed'
  await services.db
    .updateTable('feed_run')
    .set({ state, reason, reason_code: state, phase: null, end_tm: sql`now()` })
    .where('feed_run_id', '=', runId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
  await dropStages(services.db, { runId, attempt: everyAttempt })
  await sql`select pg_notify('feed_run', ${String(runId)})`.execute(services.db)
}

const recordEnd = (tx: Tx, { feed, runId }: Attempt, type: EventType, message: string) =>
  record(tx, {}, { type, ...ofFeed(feed, message), entity: 'feed_run', entity_id: runId })
