import { Link } from '@tanstack/react-router'
import type { HistoryRow } from '#contract/feeds/monitoring.ts'
import { links } from '../../links.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { duration } from '../../ui/time.ts'
import { RunStatus } from '../feeds/public.tsx'
import { count, Moment, signed } from '../../ui/values.tsx'

/** A feed's runs, wherever they are listed. */
export const historyColumns: readonly Column<HistoryRow>[] = [
  {
    key: 'id',
    header: 'Run',
    numeric: true,
    width: 70,
    cell: (r) => (
      <Link to={links.feedRun(r.feed_run_id)} className="mono link">
        {r.feed_run_id}
      </Link>
    ),
  },
  { key: 'state', header: 'State', cell: (r) => <RunStatus state={r.state} /> },
  { key: 'tm', header: 'Began', cell: (r) => <Moment tm={r.tm} /> },
  {
    key: 'took',
    header: 'Took',
    numeric: true,
    cell: (r) => (r.seconds === null ? '—' : duration(r.seconds)),
  },
  { key: 'read', header: 'Rows', leaves: 3, numeric: true, cell: (r) => count(r.rows_read) },
  { key: 'rejected', header: 'Rejected', numeric: true, cell: (r) => count(r.rows_rejected) },
  { key: 'created', header: 'Created', numeric: true, cell: (r) => signed(r.created) },
  { key: 'updated', header: 'Updated', numeric: true, cell: (r) => count(r.updated) },
  { key: 'deleted', header: 'Gone', leaves: 2, numeric: true, cell: (r) => signed(-r.deleted) },
  {
    key: 'reason',
    header: 'Reason',
    leaves: 0,
    wrap: true,
    cell: (r) => r.reason ?? '—',
  },
]
