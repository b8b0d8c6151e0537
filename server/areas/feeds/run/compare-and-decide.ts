import type { Decision } from '#contract/feeds/gate.ts'
import { judge, type Observation } from '#engine/gate/judge.ts'
import { observeStuckStock } from '#engine/gate/stuck-stock.ts'
import { compare, type Comparison, type Scope } from './compare.ts'
import { observeEarlier } from '../gate/history/earlier-decisions.ts'
import { rowsOf } from '../gate/examples.ts'
import { observeFile, observeUnknown, type FileFacts } from '../gate/file.ts'
import { observeFurther } from '../gate/further-files.ts'
import { expectedOf, pastOf, stockMoved } from '../gate/history/history.ts'
import type { CatalogueCounts } from '../gate/catalogue-counts.ts'
import { observeChange, type ChangeReport } from '../gate/observe.ts'
import { observeWindows } from '../gate/history/windows.ts'
import { measureImpact } from '../runs/impact.ts'
import type { Issues } from '../runs/issues.ts'
import { readKeys } from '../files/old-files.ts'
import { renamedRows } from '../runs/renamed-rows.ts'
import { Overtaken, type Attempt } from './attempt.ts'
import { keepChanges } from './keep-changes.ts'
import type { StagedFile } from './read-and-stage.ts'

export interface RunDecision {
  end: 'dry' | 'unchanged' | 'held' | 'applied'
  decision: Decision
  comparison: Comparison
  /** What the run's row keeps of it, however it ends. */
  columns: Record<string, unknown>
}

interface GateResult {
  comparison: Comparison
  decision: Decision
  report: ChangeReport
}
/** What the file would change and what the gate says of it; the catalogue and the run stay as they are. */
export async function weigh(attempt: Attempt, stagedFile: StagedFile): Promise<GateResult> {
  const { counts, job, phases } = attempt
  phases.begin('compare')
  await attempt.progress(true)
  const comparison = await compare(job.db, stagedFile.scope)
  phases.end({ rows: counts.rows_accepted })
  job.signal.throwIfAborted()

  phases.begin('decide')
  await attempt.progress(true)
  const report = await observe(attempt, stagedFile, comparison)
  return { comparison, decision: await decide(attempt, stagedFile, report.observed), report }
}

/** What the file would change, whom that touches, and whether it may. */
export async function compareAndDecide(attempt: Attempt, stagedFile: StagedFile): Promise<RunDecision> {
  const { scope, issues, encoding, facts } = stagedFile
  const { counts, file, job, phases } = attempt
  const { comparison, decision, report } = await weigh(attempt, stagedFile)
  const changes = comparison.created + comparison.updated + comparison.deleted > 0
  const impact = changes ? await measureImpact(job.db, scope, comparison) : null
  const { created, updated, deleted, kept, skipped } = comparison
  const end = endOf(attempt, decision, changes)
  const result = { created, updated, deleted, unchanged: counts.rows_accepted - created - updated - skipped }
  const columns = {
    ...result,
    kept,
    skipped,
    // the next whole file is held beside the last one, not beside a few of its rows
    facts: JSON.stringify(scope.mended ? (attempt.current?.facts ?? facts) : facts),
    decision: JSON.stringify(decision),
    impact: impact && JSON.stringify(impact),
    rejected_key: await issues.finish(),
    changes_key: changes && (end === 'held' || end === 'dry') ? await keepChanges(attempt, stagedFile) : null,
    stats: JSON.stringify({
      counts: report.after,
      prices_changed: comparison.pricesChanged,
      quantities_changed: report.quantitiesChanged,
      drift: report.drift,
      bytes: file?.bytes,
      ...result,
    }),
    encoding,
  }
  await saveIssues(attempt, issues)
  job.metrics.rows.inc({ outcome: 'accepted' }, counts.rows_accepted)
  job.metrics.rows.inc({ outcome: 'rejected' }, counts.rows_rejected)
  phases.end()
  return { end, decision, comparison, columns }
}

const emptyCatalogue: CatalogueCounts = { products: 0, in_stock: 0, priced: 0, filled: {} }

/** All that the gate measures of the file: what it changes, now and over time, and the file itself. */
async function observe(attempt: Attempt, stagedFile: StagedFile, comparison: Comparison): Promise<ChangeReport> {
  const { current, feed, job, settings } = attempt
  const { scope, issues, facts, traits } = stagedFile
  const before = (current?.stats?.counts as CatalogueCounts | undefined) ?? emptyCatalogue
  const change = await observeChange(job.db, scope, before, comparison, job.clock.now())
  const changing = comparison.updated + comparison.deleted
  const rejectedFor = issues.commonestReason
  const is = { facts, counts: change.after, skipped: comparison.skipped, rejectedFor }
  const windows = await observeWindows(
    job.db,
    scope,
    job.clock.now(),
    changing,
    change.drift,
    is,
    change.observed,
  )
  const past = (current?.facts ?? undefined) as FileFacts | undefined
  const file = scope.mended ? [] : observeFile(settings, facts, past, traits, comparison, rejectedFor)
  const unknown = observeUnknown(facts, comparison.skipped, { facts: past, skipped: current?.skipped ?? 0 })
  const further = observeFurther(attempt.furtherSeen, change.after.products)
  const earlier = await earlierFile(attempt, scope, comparison, before.products)
  const isStockStill = scope.fields.includes('quantity') && change.quantitiesChanged === 0 && !scope.mended
  const rest = isStockStill ? observeStuckStock(await stockMoved(job.db, feed.feed_id)) : []
  return {
    ...change,
    observed: [...change.observed, ...windows, ...file, ...unknown, ...further, ...earlier, ...rest],
  }
}

function earlierFile(
  attempt: Attempt,
  scope: Scope,
  comparison: Comparison,
  products: number,
): Promise<Observation[]> {
  const { current, feed, file, job, runId, settingsHash } = attempt
  const wasDoubted = (current?.decision as Decision | null)?.measures.some((m) => m.verdict !== 'ok')
  const curedBy = wasDoubted ? (current?.previous_run_id ?? null) : null
  const fileKey = readKeys.key({ owner: feed.feed_id, sha256: file!.sha256 })
  const currentId = current?.feed_run_id
  const now = job.clock.now()
  const run = { feedId: feed.feed_id, runId, fileKey, settingsHash, currentId, curedBy, now }
  return observeEarlier(job.db, scope, run, comparison, products)
}

async function decide(
  { feed, current, job, settings, runId }: Attempt,
  { scope }: StagedFile,
  observations: Observation[],
) {
  const decision = judge(observations, {
    rules: settings.rules,
    oneTime: feed.one_time_threshold_percent === null ? null : Number(feed.one_time_threshold_percent),
    firstLoad: !current,
    ...(await pastOf(job.db, feed.feed_id, job.clock.now())),
    // of a run that is let through it stays said what it was held for
    expectations: await expectedOf(job.db, feed.feed_id, job.clock.now(), runId),
  })
  for (const m of decision.measures)
    if (m.verdict !== 'ok')
      m.rows = m.name === 'renamed' ? await renamedRows(job.db, scope) : await rowsOf(job.db, scope, m)
  return decision
}

function endOf(
  { run, current, settingsHash }: Attempt,
  decision: Decision,
  changes: boolean,
): RunDecision['end'] {
  if (run.dry) return 'dry'
  // nothing that could be read is another, but hardly a row could be read
  const isApproved =
    run.approved_by && run.settings_hash === settingsHash && wasLookedAt(decision, run.decision)
  if (decision.verdict === 'hold' && !isApproved) return 'held'
  return !changes && current?.settings_hash === settingsHash ? 'unchanged' : 'applied'
}

/** Who approved saw all that holds it now: the catalogue may have been rolled back meanwhile. */
function wasLookedAt(now: Decision, before: unknown): boolean {
  const holds = (d: Decision) =>
    d.measures.filter((m) => m.verdict === 'hold').map((m) => JSON.stringify([m.name, m.field]))
  const seenHolds = new Set(before ? holds(before as Decision) : [])
  return holds(now).every((key) => seenHolds.has(key))
}

async function saveIssues({ job, runId }: Attempt, issues: Issues): Promise<void> {
  const rows = [...issues.groups.values()].map(({ severity, reason, rows, examples }) => ({
    feed_run_id: runId,
    severity,
    reason,
    rows,
    examples: JSON.stringify(examples),
  }))
  await job.db.transaction().execute(async (tx) => {
    const lockedRun = await tx
      .selectFrom('feed_run')
      .select('feed_run_id')
      .where('feed_run_id', '=', runId)
      .where('attempt', '=', job.attempt)
      .where('job_id', '=', job.jobId)
      .forUpdate()
      .executeTakeFirst()
    if (!lockedRun) throw new Overtaken()
    await tx.deleteFrom('feed_run_issue').where('feed_run_id', '=', runId).execute()
    if (rows.length) await tx.insertInto('feed_run_issue').values(rows).execute()
  })
}
