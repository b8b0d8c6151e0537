import type { Decision } from '#contract/feeds/gate.ts'
import { FeedFailure } from '#engine/failure.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import type { Comparison } from './compare.ts'
import { Attempt, beginAttempt, type Payload } from './attempt.ts'
import { weigh } from './compare-and-decide.ts'
import { fetchFiles } from './fetch.ts'
import type { PhaseRow } from './phases.ts'
import { readAndStage } from './read-and-stage.ts'

export type RunTrial =
  | { rejected: string }
  | { unchanged: string }
  | { decision: Decision; comparison: Comparison; phases: readonly PhaseRow[] }

/** A run up to the gate's decision, to measure how good the gate is. */
export async function tryRun(job: RunningJob<Payload>): Promise<RunTrial> {
  const attempt = await beginAttempt(job)
  if (!(attempt instanceof Attempt)) throw new Error(`The run has already ended: ${attempt.endState}`)
  try {
    const files = await fetchFiles(attempt)
    if ('unchanged' in files) return files
    const stagedFile = await readAndStage(attempt, files)
    const { decision, comparison } = await weigh(attempt, stagedFile)
    attempt.phases.end()
    await stagedFile.issues.finish()
    return { decision, comparison, phases: attempt.phases.toJSON() }
  } catch (error) {
    if (error instanceof FeedFailure) return { rejected: error.message }
    throw error
  } finally {
    await attempt.leave()
  }
}
