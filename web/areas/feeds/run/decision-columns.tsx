import { Link } from '@tanstack/react-router'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'

/** What a person decided about a run. */
interface RunDecision {
  feed_run_id: number
  by: string | null
  reason: string | null
}

/** The columns of lists of decisions: about which run, by whom and why. */
export const runColumn = <T extends Pick<RunDecision, 'feed_run_id'>>(leaves = 0): Column<T> => ({
  key: 'run',
  header: 'Run',
  width: 96,
  leaves,
  cell: (row) => (
    <Link to={links.feedRun(row.feed_run_id)} className="name mono">
      {row.feed_run_id}
    </Link>
  ),
})
export const whyColumns = <T extends Pick<RunDecision, 'by' | 'reason'>>(): readonly Column<T>[] => [
  { key: 'by', header: 'By', width: 140, leaves: 2, cell: (row) => row.by ?? '—' },
  { key: 'why', header: 'Reason', wrap: true, leaves: 1, cell: (row) => row.reason ?? '—' },
]
