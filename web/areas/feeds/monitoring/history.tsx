import { Link } from '@tanstack/react-router'
import { runText } from '#contract/feeds/run-states.ts'
import type { HistoryRow } from '#contract/feeds/monitoring.ts'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { duration } from '../../../ui/time.ts'
import { RunStatus } from './run-status.tsx'
import { count, signed } from '../../../ui/values.tsx'

/** The columns of a feed's runs in every list. */
export const historyColumns: readonly Column<HistoryRow>[] = [
  {
    key: 'id',
    sort: 'id',
    by: (r) => r.feed_run_id,
    header: 'Run',
    numeric: true,
    width: 70,
    cell: (r) => (
      <Link to={links.feedRun(r.feed_run_id)} className="mono link">
        {r.feed_run_id}
      </Link>
    ),
  },
  {
    key: 'state',
    sort: 'state',
    by: (r) => runText(r.state),
    header: 'State',
    cell: (r) => (
      <>
        <RunStatus state={r.state} />
        {r.dry && r.state !== 'dry' && <span className="faint"> dry run</span>}
      </>
    ),
  },
  { key: 'tm', sort: 'tm', by: (r) => r.tm, header: 'Began', moment: (r) => r.tm },
  {
    key: 'took',
    sort: 'took',
    by: (r) => r.seconds,
    header: 'Took',
    numeric: true,
    cell: (r) => (r.seconds === null ? '—' : duration(r.seconds)),
  },
  {
    key: 'read',
    sort: 'read',
    by: (r) => r.rows_read,
    header: 'Rows',
    leaves: 3,
    numeric: true,
    cell: (r) => count(r.rows_read),
  },
  {
    key: 'rejected',
    sort: 'rejected',
    by: (r) => r.rows_rejected,
    header: 'Rejected',
    numeric: true,
    cell: (r) => count(r.rows_rejected),
  },
  {
    key: 'created',
    sort: 'created',
    by: (r) => r.created,
    header: 'Created',
    numeric: true,
    cell: (r) => signed(r.created),
  },
  {
    key: 'updated',
    sort: 'updated',
    by: (r) => r.updated,
    header: 'Updated',
    numeric: true,
    cell: (r) => count(r.updated),
  },
  {
    key: 'deleted',
    sort: 'deleted',
    by: (r) => r.deleted,
    header: 'Gone',
    leaves: 2,
    numeric: true,
    cell: (r) => signed(-r.deleted),
  },
  {
    key: 'reason',
    header: 'Reason',
    leaves: 0,
    wrap: true,
    cell: (r) => r.reason ?? '—',
  },
]
