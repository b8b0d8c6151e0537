import { expect, test } from 'vitest'
import type { HistoryRow } from '#contract/feeds/monitoring.ts'
import { foldRuns } from './fold-runs.ts'

const runs = (...states: string[]): HistoryRow[] =>
  states.map((state, i) => ({ feed_run_id: 100 - i, state, dry: false }) as HistoryRow)
const folded = (rows: HistoryRow[], opened: number[] = []) =>
  foldRuns(rows, new Set(opened)).map(({ feed_run_id, older }) => [feed_run_id, older?.length ?? 0])

test('three or more runs in a row that changed nothing are one line', () => {
  expect(folded(runs('unchanged', 'unchanged', 'unchanged', 'applied', 'unchanged', 'unchanged'))).toEqual([
    [100, 2],
    [97, 0],
    [96, 0],
    [95, 0],
  ])
  expect(folded([])).toEqual([])
})

test('failures and dry runs stay lines of their own, and an opened line shows its runs', () => {
  expect(folded(runs('failed', 'failed', 'failed'))).toHaveLength(3)
  const dryRuns = runs('unchanged', 'unchanged', 'unchanged').map((run) => ({ ...run, dry: true }))
  expect(folded(dryRuns)).toHaveLength(3)
  expect(folded(runs('unchanged', 'unchanged', 'unchanged'), [100])).toHaveLength(3)
})
