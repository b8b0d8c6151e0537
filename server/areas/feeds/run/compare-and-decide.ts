import { decide, type CatalogueCounts, type Decision } from '#engine/decide.ts'
import { compare, countFile, type Comparison } from '../catalogue.ts'
import { measureImpact } from '../impact.ts'
import type { Issues } from '../issues.ts'
import { Overtaken, type Attempt } from './attempt.ts'
import { keepChanges } from './keep-changes.ts'
import type { StagedFile } from './read-and-stage.ts'

export interface Decided {
  end: 'dry' | 'unchanged' | 'held' | 'applied'
  decision: Decision
  found: Comparison
  /** What the run's row keeps of it, however it ends. */
  columns: Record<string, unknown>
}

/** What the file would change, whom that touches, and whether it may. */
export async function compareAndDecide(attempt: Attempt, staged: StagedFile): Promise<Decided> {
  const { scope, issues, encoding } = staged
  const { comparable, counts, feed, file, job, phases, settings } = attempt
  const before = attempt.current?.stats?.counts as CatalogueCounts | undefined

  phases.begin('compare')
  const found = await compare(job.db, scope)
  const inFile = await countFile(job.db, scope, comparable && before)
  phases.end({ rows: counts.rows_accepted })
  job.signal.throwIfAborted()

  phases.begin('decide')
  const oneTime = feed.one_time_threshold_percent === null ? null : Number(feed.one_time_threshold_percent)
  const none = { products: 0, in_stock: 0, filled: {} }
  const decision = decide(before ?? none, inFile, found.pricesChanged, settings.rules, oneTime)
  const changes = found.created + found.updated + found.deleted > 0
  const impact = changes ? await measureImpact(job.db, scope, found) : null
  const { created, updated, deleted } = found
  const end = endOf(attempt, decision, changes)
  const result = { created, updated, deleted, unchanged: counts.rows_accepted - created - updated }
  const columns = {
    ...result,
    decision: JSON.stringify(decision),
    impact: impact && JSON.stringify(impact),
    rejected_key: await issues.finish(),
    changes_key: changes && (end === 'held' || end === 'dry') ? await keepChanges(attempt, staged) : null,
    stats: JSON.stringify({
      counts: inFile,
      prices_changed: found.pricesChanged,
      bytes: file?.bytes,
      ...result,
    }),
    encoding,
  }
  await saveIssues(attempt, issues)
  job.metrics.rows.inc({ outcome: 'accepted' }, counts.rows_accepted)
  job.metrics.rows.inc({ outcome: 'rejected' }, counts.rows_rejected)
  phases.end()
  return { end, decision, found, columns }
}

function endOf(
  { run, current, settingsHash }: Attempt,
  decision: Decision,
  changes: boolean,
): Decided['end'] {
  if (run.dry) return 'dry'
  if (!changes && current?.settings_hash === settingsHash) return 'unchanged'
  return decision.verdict === 'hold' && !run.approved_by ? 'held' : 'applied'
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
    const mine = await tx
      .selectFrom('feed_run')
      .select('feed_run_id')
      .where('feed_run_id', '=', runId)
      .where('attempt', '=', job.attempt)
      .where('job_id', '=', job.jobId)
      .forUpdate()
      .executeTakeFirst()
    if (!mine) throw new Overtaken()
    await tx.deleteFrom('feed_run_issue').where('feed_run_id', '=', runId).execute()
    if (rows.length) await tx.insertInto('feed_run_issue').values(rows).execute()
  })
}
