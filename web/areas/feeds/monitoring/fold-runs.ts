import type { HistoryRow } from '#contract/feeds/monitoring.ts'

/** A run, or the newest of several in a row that changed nothing. */
export interface FoldedRun extends HistoryRow {
  /** The older ones behind it, newest first. */
  older?: readonly HistoryRow[]
}
/** Fewer than this are shown as they are. */
const leastFolded = 3

const changesNothing = (run: HistoryRow) => run.state === 'unchanged' && !run.dry

/**
 * Folds runs in a row that changed nothing into one line each.
 * @param runs newest first
 * @param opened the ids of the lines that are shown run by run
 */
export function foldRuns(runs: readonly HistoryRow[], opened: ReadonlySet<number>): FoldedRun[] {
  const lines: FoldedRun[] = []
  for (let i = 0; i < runs.length;) {
    const run = runs[i]!
    let end = i + 1
    while (changesNothing(run) && runs[end] && changesNothing(runs[end]!)) end++
    const alike = runs.slice(i, end)
    if (alike.length < leastFolded || opened.has(run.feed_run_id)) lines.push(...alike)
    else lines.push({ ...run, older: alike.slice(1) })
    i = end
  }
  return lines
}
