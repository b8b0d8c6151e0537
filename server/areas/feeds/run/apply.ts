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
import type { Decided } from './compare-and-decide.ts'
import { supersedeOlder, keepTags, type Outcome, type SourceTags } from './end.ts'
import { lockOurs, type Approval } from './lock-ours.ts'
import type { StagedFile } from './read-and-stage.ts'

/**
 * The changes, the end of the run and what follows from it, in one transaction; then what is known of the
 * whole.
 */
export async function applyToCatalogue(
  attempt: Attempt,
  staged: StagedFile,
  decided: Decided,
  tags: SourceTags,
): Promise<Outcome> {
  const { feed, job, phases, runId } = attempt
  const { created, updated, deleted } = decided.found
  phases.begin('apply')
  await attempt.progress(true)
  // a product that stands though its row wasn't read is in no fingerprint, which would never miss it
  const fingerprint_key = decided.found.kept ? null : await keepFingerprint(attempt, staged.fingerprint)
  const { sentence } = decided.decision
  await job.db.transaction().execute(async (tx) => {
    const approved = await lockOurs(tx, attempt)
    job.signal.throwIfAborted()
    await supersedeOlder(tx, attempt)
    await applyChanges(tx, staged.scope, created > 0)
    await followUp(job, tx, feed)
    await keepTags(tx, feed.feed_id, tags)
    await tx
      .updateTable('feed')
      .set({ current_run_id: runId, one_time_threshold_percent: null })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    phases.end({ rows: created + updated + deleted })
    await attempt.close(tx, 'applied', {
      ...decided.columns,
      reason: sentence || null,
      fingerprint_key,
      previous_run_id: attempt.current?.feed_run_id ?? null,
      product_upto: await productUpto(tx, feed.feed_id),
      applied_tm: new Date(job.clock.now()).toISOString(),
    })
    await writeActivity(tx, attempt, decided, approved)
    if (!approved.approved_by && warnsAnew(decided.decision, attempt.current?.decision as Decision | null))
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
  const warned = (d: Decision) => d.measures.filter((m) => m.verdict === 'warn').map(keyOf)
  const known = new Set(last ? warned(last) : [])
  return warned(now).some((key) => !known.has(key))
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
  { found }: Decided,
  approval: Approval,
): Promise<void> {
  const by = approval.approved_by ? `; approved by ${approval.approved_by}` : ''
  const counts = `${found.created} created, ${found.updated} updated, ${found.deleted} gone`
  const activity: Activity = {
    type: 'feed.applied',
    ...ofFeed(feed, `Run ${runId} applied: ${counts}${by}`),
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
