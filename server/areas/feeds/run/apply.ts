import type { Decision } from '#contract/feeds/gate.ts'
import { keyOf } from '#engine/gate/judge.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Activity } from '#server/platform/services.ts'
import { afterLargeChange, applyChanges, countDistinct, productUpto } from './apply-changes.ts'
import type { Fingerprint } from './fingerprint.ts'
import { followUp } from './follow-up.ts'
import { announce } from '../monitoring/notify.ts'
import { ofFeed } from '../feed-owner.ts'
import { fingerprintKeys } from '../files/old-files.ts'
import type { Attempt } from './attempt.ts'
import type { RunDecision } from './compare-and-decide.ts'
import { supersedeOlder, keepTags, type Outcome, type SourceTags } from './end.ts'
import { lockAttempt, type Approval } from './lock-attempt.ts'
import type { StagedFile } from './read-and-stage.ts'

/**
 * The changes, the end of the run and what follows from it, in one transaction; then what is known of the
 * whole.
 */
export async function applyToCatalogue(
  attempt: Attempt,
  stagedFile: StagedFile,
  runDecision: RunDecision,
  tags: SourceTags,
): Promise<Outcome> {
  const { feed, job, phases, runId } = attempt
  const { created, updated, deleted } = runDecision.comparison
  phases.begin('apply')
  await attempt.progress(true)
  // a product that stands though its row wasn't read is in no fingerprint, which would never miss it
  const fingerprint_key = runDecision.comparison.kept
    ? null
    : await keepFingerprint(attempt, stagedFile.fingerprint)
  const { sentence } = runDecision.decision
  await job.db.transaction().execute(async (tx) => {
    const approval = await lockAttempt(tx, attempt)
    job.signal.throwIfAborted()
    await supersedeOlder(tx, attempt)
    await applyChanges(tx, stagedFile.scope, created > 0)
    await followUp(job, tx, feed)
    await keepTags(tx, feed.feed_id, tags)
    await tx
      .updateTable('feed')
      .set({ current_run_id: runId, one_time_threshold_percent: null })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    phases.end({ rows: created + updated + deleted })
    await attempt.close(tx, 'applied', {
      ...runDecision.columns,
      reason: sentence || null,
      fingerprint_key,
      previous_run_id: attempt.current?.feed_run_id ?? null,
      product_upto: await productUpto(tx, feed.feed_id),
      applied_tm: new Date(job.clock.now()).toISOString(),
    })
    await writeActivity(tx, attempt, runDecision, approval)
    if (
      !approval.approved_by &&
      warnsAnew(runDecision.decision, attempt.current?.decision as Decision | null)
    )
      await announce(
        tx,
        feed,
        'feed warned',
        `${feed.supplier_name}: run ${runId} was applied. ${sentence}`,
        runId,
      )
  })
  await afterLargeChange(job.db, created + updated + deleted)
  await keepStatistics(attempt)
  return { feed_run_id: runId, state: 'applied', created, updated, deleted }
}

/** A warning that the last applied run gave already is no news. */
function warnsAnew(now: Decision, last: Decision | null | undefined): boolean {
  const warnedKeys = (d: Decision) => d.measures.filter((m) => m.verdict === 'warn').map(keyOf)
  const knownKeys = new Set(last ? warnedKeys(last) : [])
  return warnedKeys(now).some((key) => !knownKeys.has(key))
}

async function keepFingerprint(
  { job, runId }: Attempt,
  next: Fingerprint | undefined,
): Promise<string | null> {
  if (!next || next.size === 0) return null
  const key = fingerprintKeys.key({ owner: runId, attempt: job.attempt })
  await next.save(job.files, key)
  return key
}

async function writeActivity(
  tx: Tx,
  { feed, runId }: Attempt,
  { comparison }: RunDecision,
  approval: Approval,
): Promise<void> {
  const approver = approval.approved_by ? `; approved by ${approval.approved_by}` : ''
  const counts = `${comparison.created} created, ${comparison.updated} updated, ${comparison.deleted} gone`
  const activity: Activity = {
    type: 'feed.applied',
    ...ofFeed(feed, `Run ${runId} applied: ${counts}${approver}`),
    entity: 'feed_run',
    entity_id: runId,
    reason: approval.approve_reason,
  }
  await record(tx, {}, activity)
}

async function keepStatistics(attempt: Attempt): Promise<void> {
  const distinct = await countDistinct(attempt.job.db, attempt.feed.feed_id)
  await attempt
    .row()
    .set({ stats: sql`stats || ${JSON.stringify(distinct)}::jsonb` })
    .execute()
}
