import { Link } from '@tanstack/react-router'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'

/** What a person decided about a run. */
interface Decided {
  feed_run_id: number
  by: string | null
  reason: string | null
}

/** The columns of whatever tells what people decided: about which run, who, and why. */
export const runColumn = <T extends Pick<Decided, 'feed_run_id'>>(leaves = 0): Column<T> => ({
  key: 'run',
  header: 'Run',
  width: 96,
  leaves,
  cell: (of) => (
    <Link to={links.feedRun(of.feed_run_id)} className="name mono">
      {of.feed_run_id}
    </Link>
  ),
})
export const whyColumns = <T extends Pick<Decided, 'by' | 'reason'>>(): readonly Column<T>[] => [
  { key: 'by', header: 'By', width: 140, leaves: 2, cell: (of) => of.by ?? '—' },
  { key: 'why', header: 'Why', wrap: true, leaves: 1, cell: (of) => of.reason ?? '—' },
]
