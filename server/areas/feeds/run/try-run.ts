import type { Decision } from '#contract/feeds/gate.ts'
import { FeedFailure } from '#engine/failure.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import type { Comparison } from './compare.ts'
import { Attempt, beginAttempt, type Payload } from './attempt.ts'
import { weigh } from './compare-and-decide.ts'
import { fetchFiles } from './fetch.ts'
import type { PhaseRow } from './phases.ts'
import { readAndStage } from './read-and-stage.ts'

export type Tried =
  | { rejected: string }
  | { unchanged: string }
  | { decision: Decision; found: Comparison; phases: readonly PhaseRow[] }

/** A run as far as the gate's decision, and no further: how good the gate is, is measured by it. */
export async function tryRun(job: RunningJob<Payload>): Promise<Tried> {
  const attempt = await beginAttempt(job)
  if (!(attempt instanceof Attempt)) throw new Error(`The run has ended: ${attempt.ended}`)
  try {
    const files = await fetchFiles(attempt)
    if ('unchanged' in files) return files
    const staged = await readAndStage(attempt, files)
    const { decision, found } = await weigh(attempt, staged)
    attempt.phases.end()
    await staged.issues.finish()
    return { decision, found, phases: attempt.phases.toJSON() }
  } catch (error) {
    if (error instanceof FeedFailure) return { rejected: error.message }
    throw error
  } finally {
    await attempt.leave()
  }
}
