import type { Decision } from '#contract/feeds/gate.ts'
import { keyOf } from '#engine/gate/judge.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Activity } from '#server/platform/services.ts'
import { afterLargeChange, applyChanges, countDistinct, productUpto } from './apply-changes.ts'
import type { Fingerprint } from './fingerprint.ts'
import { followUp } from './follow-up.ts'
import { announce } from '../monitoring/notify.ts'
import { rememberHeadings } from '../settings/remembered-mapping.ts'
import { ofFeed } from '../feed-owner.ts'
import { fingerprintKeys } from '../files/old-files.ts'
import type { Attempt } from './attempt.ts'
import type { RunDecision } from './run-decision.ts'
import { supersedeOlder, keepTags, type Outcome } from './end.ts'
import type { SourceTags } from './source-tags.ts'
import { lockAttempt, type Approval } from './lock-attempt.ts'
import type { StagedFile } from './read-and-stage.ts'

/** Applies the changes, ends the run and queues what follows in one transaction; then keeps statistics. */
export async function applyToCatalogue(
  attempt: Attempt,
  stagedFile: StagedFile,
  runDecision: RunDecision,
  tags: SourceTags,
): Promise<Outcome> {
  const { feed, job, phases, runId } = attempt
  const { comparison } = runDecision
  const changedRows = comparison.created + comparison.updated + comparison.deleted
  phases.begin('apply')
  await attempt.progress(true)
  // a product that is kept although its row wasn't read is in no fingerprint, which would never miss it
  const fingerprint_key = comparison.kept ? null : await keepFingerprint(attempt, stagedFile.fingerprint)
  const { sentence } = runDecision.decision
  await job.db.transaction().execute(async (tx) => {
    const approval = await lockAttempt(tx, attempt)
    job.signal.throwIfAborted()
    await supersedeOlder(tx, attempt)
    await applyChanges(tx, stagedFile.scope, comparison.created > 0)
    await followUp(job, tx, feed)
    await keepTags(tx, feed.feed_id, tags)
    if (!stagedFile.scope.mended) await rememberHeadings(tx, feed.feed_id, stagedFile.traits.columns)
    await tx
      .updateTable('feed')
      .set({ current_run_id: runId, one_time_threshold_percent: null })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    phases.end({ rows: changedRows })
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
      hasNewWarning(runDecision.decision, attempt.current?.decision as Decision | null)
    )
      await announce(tx, feed, {
        kind: 'feed_warned',
        message: `${feed.supplier_name}: run ${runId} applied with a warning. ${sentence}`,
        runId,
      })
  })
  await Promise.all([afterLargeChange(job.db, changedRows), keepStatistics(attempt)])
  return {
    feed_run_id: runId,
    state: 'applied',
    created: comparison.created,
    updated: comparison.updated,
    deleted: comparison.deleted,
  }
}

/** Whether there is a warning that the last applied run didn't have. */
function hasNewWarning(now: Decision, last: Decision | null | undefined): boolean {
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
  const counts = `${comparison.created} created, ${comparison.updated} updated, ${comparison.deleted} removed`
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
