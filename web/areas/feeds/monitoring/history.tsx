import { Link } from '@tanstack/react-router'
import { runText } from '#contract/feeds/run-states.ts'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { duration, shortTime } from '../../../ui/time.ts'
import type { FoldedRun } from './fold-runs.ts'
import { RunStatus } from './run-status.tsx'
import { count, signedCount } from '../../../ui/values.tsx'

function reasonOf({ older, reason }: FoldedRun): string {
  const oldest = older?.at(-1)
  return oldest ? `No changes since ${shortTime(oldest.tm)}` : (reason ?? '—')
}

/** The columns of a feed's runs in every list. */
export const historyColumns: readonly Column<FoldedRun>[] = [
  {
    key: 'id',
    sort: 'id',
    sortValue: (r) => r.feed_run_id,
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
    sortValue: (r) => runText(r.state),
    header: 'Status',
    cell: (r) => (
      <>
        <RunStatus state={r.state} />
        {r.older && <span className="faint"> {count(r.older.length + 1)} runs</span>}
        {r.dry && r.state !== 'dry' && <span className="faint"> dry run</span>}
      </>
    ),
  },
  { key: 'tm', sort: 'tm', sortValue: (r) => r.tm, header: 'Started', moment: (r) => r.tm },
  {
    key: 'took',
    sort: 'took',
    sortValue: (r) => r.seconds,
    header: 'Duration',
    numeric: true,
    cell: (r) => (r.seconds === null ? '—' : duration(r.seconds)),
  },
  {
    key: 'read',
    sort: 'read',
    sortValue: (r) => r.rows_read,
    header: 'Rows',
    leaves: 3,
    numeric: true,
    cell: (r) => count(r.rows_read),
  },
  {
    key: 'rejected',
    sort: 'rejected',
    sortValue: (r) => r.rows_rejected,
    header: 'Rejected',
    numeric: true,
    cell: (r) => count(r.rows_rejected),
  },
  {
    key: 'created',
    sort: 'created',
    sortValue: (r) => r.created,
    header: 'Created',
    numeric: true,
    cell: (r) => signedCount(r.created),
  },
  {
    key: 'updated',
    sort: 'updated',
    sortValue: (r) => r.updated,
    header: 'Updated',
    numeric: true,
    cell: (r) => count(r.updated),
  },
  {
    key: 'deleted',
    sort: 'deleted',
    sortValue: (r) => r.deleted,
    header: 'Removed',
    leaves: 2,
    numeric: true,
    cell: (r) => signedCount(-r.deleted),
  },
  {
    key: 'reason',
    header: 'Reason',
    leaves: 0,
    wrap: true,
    cell: reasonOf,
  },
]
