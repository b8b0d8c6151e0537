import type { Decision } from '#contract/feeds/gate.ts'
import { storable, storableJson } from '#contract/storable.ts'
import { judge } from '#engine/gate/judge.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { observeStuckStock } from '#engine/gate/stuck-stock.ts'
import { compare, type Comparison, type Scope } from './compare.ts'
import { observeEarlier } from '../gate/history/earlier-decisions.ts'
import { rowsOf } from '../gate/examples.ts'
import { observeFile, observeUnknown, type FileFacts } from '../gate/file.ts'
import { observeFurther } from '../gate/further-files.ts'
import { expectedOf, pastOf, stockMoved } from '../gate/history/history.ts'
import type { CatalogueCounts } from '../gate/catalogue-counts.ts'
import type { ChangeReport } from '../gate/change-report.ts'
import { observeChange } from '../gate/observe.ts'
import { observeWindows } from '../gate/history/windows.ts'
import { measureImpact } from '../runs/impact.ts'
import type { Issues } from '../runs/issues.ts'
import { readKeys } from '../files/old-files.ts'
import { renamedRows } from '../runs/renamed-rows.ts'
import { Overtaken, type Attempt } from './attempt.ts'
import { keepChanges } from './keep-changes.ts'
import type { StagedFile } from './read-and-stage.ts'
import type { RunDecision } from './run-decision.ts'

interface GateResult {
  comparison: Comparison
  decision: Decision
  report: ChangeReport
}
/** What the file would change and how the gate judges it; the catalogue and the run stay as they are. */
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
  return { comparison, decision: await decide(attempt, stagedFile, report.observations), report }
}

/** What the file would change, whom that affects, and whether it may be applied. */
export async function compareAndDecide(attempt: Attempt, stagedFile: StagedFile): Promise<RunDecision> {
  const { scope, issues, encoding, facts } = stagedFile
  const { counts, file, job, phases } = attempt
  const { comparison, decision, report } = await weigh(attempt, stagedFile)
  const changedProducts = comparison.created + comparison.updated + comparison.deleted
  const changes = changedProducts > 0
  const impact = changes ? await measureImpact(job.db, scope, comparison) : null
  const end = endOf(attempt, decision, changes)
  const result = {
    created: comparison.created,
    updated: comparison.updated,
    deleted: comparison.deleted,
    unchanged: counts.rows_accepted - comparison.created - comparison.updated - comparison.skipped,
  }
  const columns = {
    ...result,
    kept: comparison.kept,
    skipped: comparison.skipped,
    // the next whole file is compared with the last whole one, not with a few of its rows
    facts: storableJson(scope.mended ? (attempt.current?.facts ?? facts) : facts),
    decision: storableJson(decision),
    impact: impact && storableJson(impact),
    rejected_key: await issues.finish(),
    changes_key: changes && (end === 'held' || end === 'dry') ? await keepChanges(attempt, stagedFile) : null,
    stats: storableJson({
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

/** Everything that the gate measures: what the file changes, now and over time, and the file itself. */
async function observe(
  attempt: Attempt,
  stagedFile: StagedFile,
  comparison: Comparison,
): Promise<ChangeReport> {
  const { current, feed, job, settings } = attempt
  const { scope, issues, facts, traits } = stagedFile
  const now = job.clock.now()
  const before = (current?.stats?.counts as CatalogueCounts | undefined) ?? emptyCatalogue
  // a vendor's own feed may only name the products it is about
  const isJudged = !scope.mended && feed.vendor_custom_feed_id === null
  const { columns, sample } = traits
  const mapped = isJudged ? { mapping: settings.mapping, fields: scope.fields, columns, rows: sample } : null
  const report = await observeChange(job.db, scope, { before, comparison, now, mapped })
  const { skipped: skippedRows } = comparison
  const rejectedFor = issues.commonestReason
  const windows = await observeWindows(
    { db: job.db, scope, now },
    {
      changing: comparison.updated + comparison.deleted,
      drift: report.drift,
      standing: { facts, counts: report.after, skipped: skippedRows, rejectedFor },
      today: report.observations,
    },
  )
  const past = (current?.facts ?? undefined) as FileFacts | undefined
  const file = scope.mended
    ? []
    : observeFile(settings, { now: facts, before: past, traits, comparison, rejectedFor })
  const unknown = observeUnknown(facts, skippedRows, { facts: past, skipped: current?.skipped ?? 0 })
  const further = observeFurther(attempt.furtherReads, report.after.products)
  const earlier = await earlierFile(attempt, scope, comparison, before.products)
  const isStockStill = scope.fields.includes('quantity') && report.quantitiesChanged === 0 && !scope.mended
  const stock = isStockStill ? observeStuckStock(await stockMoved(job.db, feed.feed_id)) : []
  return {
    ...report,
    observations: [...report.observations, ...windows, ...file, ...unknown, ...further, ...earlier, ...stock],
  }
}

function earlierFile(
  attempt: Attempt,
  scope: Scope,
  comparison: Comparison,
  products: number,
): Promise<Observation[]> {
  const { current, feed, file, job, runId, settingsHash } = attempt
  if (!file) throw new Error('The main file must be fetched before it is compared')
  const wasDoubted = (current?.decision as Decision | null)?.measures.some((m) => m.verdict !== 'ok')
  const curedBy = wasDoubted ? (current?.previous_run_id ?? null) : null
  const fileKey = readKeys.key({ owner: feed.feed_id, sha256: file.sha256 })
  const currentId = current?.feed_run_id
  const now = job.clock.now()
  const run = { feedId: feed.feed_id, runId, fileKey, settingsHash, currentId, curedBy, now }
  return observeEarlier(job.db, scope, run, { comparison, products })
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
    // a run that is approved still says why it was held
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
  // every readable row is unchanged, but hardly any row may have been readable
  const isApproved =
    run.approved_by && run.settings_hash === settingsHash && wasReviewed(decision, run.decision)
  if (decision.verdict === 'hold' && !isApproved) return 'held'
  return !changes && current?.settings_hash === settingsHash ? 'unchanged' : 'applied'
}

/** Whether the person who approved saw everything that holds it now: the catalogue may have been rolled back since. */
function wasReviewed(now: Decision, before: unknown): boolean {
  const holds = (d: Decision) =>
    d.measures.filter((m) => m.verdict === 'hold').map((m) => JSON.stringify([m.name, m.field]))
  const seenHolds = new Set(before ? holds(before as Decision) : [])
  return holds(now).every((key) => seenHolds.has(key))
}

async function saveIssues({ job, runId }: Attempt, issues: Issues): Promise<void> {
  const rows = [...issues.groups.values()].map(({ severity, reason, rows, examples }) => ({
    feed_run_id: runId,
    severity,
    reason: storable(reason),
    rows,
    examples: storableJson(examples),
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
