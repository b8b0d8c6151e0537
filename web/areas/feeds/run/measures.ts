import type { FeedRun } from '#contract/feeds/runs.ts'
import { count } from '../../../ui/values.tsx'

/**
 * From this percentage on, a share of rejected rows is noticeable; beyond the feed's threshold it is high.
 */
const noticeableShare = 5
const usualThreshold = 15

export const rejectedShare = ({ rows_read, rows_rejected }: FeedRun): number =>
  rows_read > 0 ? (rows_rejected / rows_read) * 100 : 0
export const rejectedLimit = (run: FeedRun): number => run.decision?.threshold ?? usualThreshold

export const changesText = (run: FeedRun): string =>
  `${count(run.created)} ${run.state === 'dry' ? 'would be ' : ''}created, ${count(run.updated)} updated, ${count(run.deleted)} removed`

const isGood = (state: string) => state === 'applied' || state === 'unchanged'
/** How many of a run's rejected rows arrived fixed in later runs, and in which. */
export function mendedOf({ mended_by }: Pick<FeedRun, 'mended_by'>): {
  rows: number
  runs: readonly number[]
} {
  const good = mended_by.filter((run) => isGood(run.state) && run.rows_read > run.rows_rejected)
  return {
    rows: good.reduce((sum, run) => sum + run.rows_read - run.rows_rejected, 0),
    runs: good.map((run) => run.feed_run_id),
  }
}
/** All of its rejected rows have arrived since. */
export const isCompleted = (run: FeedRun): boolean =>
  run.rows_rejected > 0 && mendedOf(run).rows >= run.rows_rejected

/**
 * How bad the share of rejected rows is (docs/domain/feed-checks.md, Rejected rows); good once the run is completed.
 */
export function rejectedTone(run: FeedRun): 'good' | 'wait' | 'bad' {
  if (isCompleted(run)) return 'good'
  const share = rejectedShare(run)
  if (share > rejectedLimit(run)) return 'bad'
  return share > noticeableShare ? 'wait' : 'good'
}

export const phaseWords: Record<string, string> = {
  fetch: 'fetching the file',
  parse: 'reading the file',
  compare: 'comparing with the catalog',
  decide: 'running checks',
  apply: 'applying the changes',
}
/** What a running run is doing now. */
export const runningPhase = ({ phase }: FeedRun): string => phaseWords[phase ?? ''] ?? 'starting'

/** How much of its file a run has read, in percent; null if unknown. */
export const readShare = ({ bytes_read, file_bytes }: FeedRun): number | null =>
  bytes_read > 0 && file_bytes ? Math.min(100, (bytes_read / file_bytes) * 100) : null

/** How long a run waited for the person who approved it, in seconds. */
export function waitedFor({ acts, phases }: FeedRun): number | null {
  const approval = acts.find((act) => act.what === 'approved')
  const last = phases.findLast((p) => (p.reading ?? 1) === 1)
  if (!approval || !last) return null
  return Math.max(0, (Date.parse(approval.tm) - Date.parse(last.start_tm) - (last.ms ?? 0)) / 1000)
}
