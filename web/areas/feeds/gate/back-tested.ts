import type { JudgedRun } from '#contract/feeds/expectations.ts'
import { count } from '../../../ui/values.tsx'
import { timesLimit } from './gate-words.ts'

/** How a run was decided, and how it would be. */
export type Turn = 'held' | 'passes' | 'now-held' | 'now-passes'
export function turnOf({ was, is }: Pick<JudgedRun, 'was' | 'is'>): Turn {
  if (is === 'hold') return was === 'hold' ? 'held' : 'now-held'
  return was === 'hold' ? 'now-passes' : 'passes'
}

const under = 0.94
const over = 1.1
/** How high a run stands: what passes stands below its limit, though too few products may be beyond it. */
export function timesOf({ worst, is }: Pick<JudgedRun, 'worst' | 'is'>): number {
  const times = worst === null || worst.hold === null ? 0 : timesLimit({ ...worst, warn: null })
  return is === 'hold' ? Math.max(over, times) : Math.min(under, times)
}

/** What these limits would have done, in a sentence, with the newest run that they would hold. */
export function testedText(runs: readonly JudgedRun[]): string {
  const held = runs.filter((run) => run.is === 'hold')
  const was = runs.filter((run) => run.was === 'hold').length
  const newest = held.findLast((run) => run.was !== 'hold') ?? held.at(-1)
  const of =
    runs.length === 1
      ? 'The last measured run'
      : `Of the last ${count(runs.length)} measured runs ${held.length === 0 ? 'none' : count(held.length)}`
  const before = was === held.length ? '' : ` (now ${count(was)})`
  const example = newest?.sentence ? `: run ${newest.feed_run_id}, ${newest.sentence}` : ''
  const end = /[.?]$/.test(example) ? '' : '.'
  if (runs.length === 1) return `${of} would ${held.length ? '' : 'not '}be held${example}${end}`
  return `${of} would be held${before}${example}${end}`
}
