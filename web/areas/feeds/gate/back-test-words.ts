import type { JudgedRun } from '#contract/feeds/expectations.ts'
import { count } from '../../../ui/values.tsx'
import { timesLimit } from './gate-words.ts'

/** How a run was decided, and how it would be. */
export type Turn = 'held' | 'passes' | 'now-held' | 'now-passes'
export function turnOf({ was: verdictBefore, is: verdictNow }: Pick<JudgedRun, 'was' | 'is'>): Turn {
  if (verdictNow === 'hold') return verdictBefore === 'hold' ? 'held' : 'now-held'
  return verdictBefore === 'hold' ? 'now-passes' : 'passes'
}

const highestPassing = 0.94
const lowestHeld = 1.1
/**
 * The height of a run's bar. A run that passes stays below its limit, even if too few products to hold it
 * are beyond it.
 */
export function timesOf({ worst, is: verdict }: Pick<JudgedRun, 'worst' | 'is'>): number {
  const times = worst === null || worst.hold === null ? 0 : timesLimit({ ...worst, warn: null })
  return verdict === 'hold' ? Math.max(lowestHeld, times) : Math.min(highestPassing, times)
}

/** What these limits would have done, in one sentence, with the newest run that they would hold. */
export function testedText(runs: readonly JudgedRun[]): string {
  const heldRuns = runs.filter((run) => run.is === 'hold')
  const heldBefore = runs.filter((run) => run.was === 'hold').length
  const newest = heldRuns.findLast((run) => run.was !== 'hold') ?? heldRuns.at(-1)
  const heldCount = heldRuns.length === 0 ? 'None' : count(heldRuns.length)
  const subject =
    runs.length === 1 ? 'The last checked run' : `${heldCount} of the last ${count(runs.length)} checked runs`
  const before = heldBefore === heldRuns.length ? '' : ` (currently ${count(heldBefore)})`
  const example = newest?.sentence ? `. Latest: run ${newest.feed_run_id}, ${newest.sentence}` : ''
  const end = /[.?]$/.test(example) ? '' : '.'
  if (runs.length === 1) return `${subject} would ${heldRuns.length ? '' : 'not '}be held${example}${end}`
  return `${subject} would be held${before}${example}${end}`
}
