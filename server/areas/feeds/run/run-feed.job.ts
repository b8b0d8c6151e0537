import { many } from '#contract/words.ts'
import { FeedFailure } from '#engine/failure.ts'
import type { JobDefinition, RunningJob } from '#server/platform/jobs/jobs.ts'
import { applyToCatalogue } from './apply.ts'
import { Attempt, beginAttempt, payload, type Payload } from './attempt.ts'
import { markUnread } from './apply-changes.ts'
import { compareAndDecide } from './compare-and-decide.ts'
import type { RunDecision } from './run-decision.ts'
import { endUnread, finish, giveUp, hold, reject, type Outcome } from './end.ts'
import { fetchFiles } from './fetch.ts'
import { readAndStage } from './read-and-stage.ts'

const definition = (
  type: 'DROPSHIPPER_MONITORING_JOB' | 'RESTRICTED_MONITORING_JOB',
): JobDefinition<Payload> => ({
  type,
  payload,
  key: (p) => `feed-${p.feed_id}`,
  retries: 5,
  timeoutSeconds: 6 * 3600,
  downloads: true,
  run,
  gaveUp: (services, p, reason, wasTerminated) => giveUp(services, p.feed_run_id, reason, wasTerminated),
})
/** Runs a supplier's feed: fetch, read, check, compare, decide, apply. */
export const supplierFeedRun = definition('DROPSHIPPER_MONITORING_JOB')
/** The same for one vendor's custom feed from a supplier. */
export const customFeedRun = definition('RESTRICTED_MONITORING_JOB')

async function run(job: RunningJob<Payload>): Promise<Outcome> {
  const { feed_run_id } = job.payload
  const attempt = await beginAttempt(job)
  const outcome =
    attempt instanceof Attempt ? await runAttempt(attempt) : { feed_run_id, state: attempt.endState }
  await sayEnd(job, outcome)
  return outcome
}

/** The last step closes the run, whatever its outcome; its time is settled when nothing is left to do. */
async function runAttempt(attempt: Attempt): Promise<Outcome> {
  const outcome = await takeSteps(attempt)
    .catch((error: unknown) => {
      if (error instanceof FeedFailure && !attempt.job.signal.aborted) return reject(attempt, error)
      throw error
    })
    .finally(() => attempt.leave())
  await attempt.settle()
  return outcome
}

/** A run, step by step. */
async function takeSteps(attempt: Attempt): Promise<Outcome> {
  const files = await fetchFiles(attempt)
  if ('unchanged' in files) return endUnread(attempt, files.unchanged, files.tags)
  const stagedFile = await readAndStage(attempt, files)
  const runDecision = await compareAndDecide(attempt, stagedFile)
  const { tags } = files
  switch (runDecision.end) {
    case 'dry': {
      const { verdict, sentence } = runDecision.decision
      const reason = [`Would be ${verdict === 'hold' ? 'held' : 'applied'}`, sentence]
        .filter(Boolean)
        .join('. ')
      return finish(attempt, 'dry', { columns: { ...runDecision.columns, reason } })
    }
    case 'unchanged':
      return finish(attempt, 'unchanged', {
        columns: { ...runDecision.columns, reason: sameAsBefore(runDecision) },
        tags,
        write: (tx) => markUnread(tx, stagedFile.scope),
      })
    case 'held':
      return hold(attempt, runDecision)
    case 'applied':
      return applyToCatalogue(attempt, stagedFile, runDecision, tags)
  }
}

function sameAsBefore({ comparison }: RunDecision): string {
  const { kept: keptProducts, skipped: skippedRows } = comparison
  if (skippedRows > 0)
    return `Known products unchanged; ${many(skippedRows, 'row')} for unknown products skipped`
  return keptProducts === 0 ? 'No changes' : `No changes; ${many(keptProducts, 'row')} rejected`
}

async function sayEnd(job: RunningJob<Payload>, outcome: Outcome): Promise<void> {
  const counts = ['created', 'updated', 'deleted'].flatMap((k) =>
    typeof outcome[k] === 'number' ? [`${outcome[k]} ${k}`] : [],
  )
  const message = [`Run ${job.payload.feed_run_id} ended: ${outcome.state}`, ...counts].join(', ')
  const fault = outcome.completed_with_errors
  await job.say(fault ? `${message}. ${fault}` : message, fault ? 'warn' : 'info')
}
