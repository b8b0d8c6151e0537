import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  cancelEventKinds,
  cancelEventNames,
  cancelPageSize,
  cancelReasonText,
  type CancelEvent,
  type CancelEventKind,
  type CancelReport,
} from '#contract/reports/cancels.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import type { Column } from '../../ui/table/column.ts'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { count } from '../../ui/values.tsx'
import { dayColumn, vendorColumn } from './rows/columns.tsx'
import { CountedList } from './rows/CountedRows.tsx'

/** The events that the report counts, newest first. */
export function CancelEvents({
  report: { start, end, interval },
  what,
  page,
  set,
}: {
  report: CancelReport
  what: CancelEventKind | undefined
  page: number
  set: (
    change: { what?: string | undefined; page?: number | undefined },
    options?: { replace: boolean },
  ) => void
}) {
  const query = useQuery({
    ...api.listCancelEvents.query({ body: { start, end, what, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <CountedList
      label="Cancellation events"
      query={query}
      rows={({ events }) => events}
      columns={columns}
      id={(row) => row.subscription_event_id}
      exportSource={{ list: 'cancels', input: { start, end, interval, what } }}
      bar={
        <Filters
          filters={[
            {
              key: 'what',
              label: 'Event',
              kind: 'choice',
              options: cancelEventKinds.map((value) => ({ value, label: cancelEventNames[value] })),
            },
          ]}
          values={{ what }}
          set={(change) => set({ what: change.what, page: undefined })}
        />
      }
      empty={what === undefined ? 'No events in this range.' : 'No events match this filter.'}
      page={page}
      pageSize={cancelPageSize}
      set={set}
    />
  )
}

const columns: readonly Column<CancelEvent>[] = [
  { key: 'tm', header: 'When', leaves: 0, moment: (row) => row.tm },
  { key: 'what', header: 'Event', leaves: 0, cell: (row) => cancelEventNames[row.what] },
  vendorColumn({ page: 'subscriptions', isPaged: true }),
  {
    key: 'supplier',
    header: 'Supplier',
    leaves: 2,
    cell: (row) =>
      row.supplier_name === null ? (
        '—'
      ) : (
        <Link to={links.supplier(row.dropshipper_id)} className="link">
          {row.supplier_name}
        </Link>
      ),
  },
  {
    key: 'reason',
    header: 'Reason',
    leaves: 1,
    wrap: true,
    cell: (row) => (row.what === 'reactivated' ? '—' : cancelReasonText(row.reason_id)),
  },
  { key: 'comment', header: 'Comment', leaves: 6, wrap: true, cell: (row) => row.comment ?? '—' },
  dayColumn({ key: 'ends_on', header: 'Ends on', leaves: 4, isPaged: true, day: (row) => row.ends_on }),
  { key: 'by', header: 'By', leaves: 3, cell: (row) => row.by_name },
  {
    key: 'had_days',
    header: 'Days subscribed',
    numeric: true,
    leaves: 5,
    cell: (row) => (row.had_days === null ? '—' : count(row.had_days)),
  },
  { key: 'plan', header: 'Plan', leaves: 7, cell: (row) => row.plan ?? '—' },
  { key: 'manager', header: 'Manager', leaves: 8, cell: (row) => row.manager ?? '—' },
]
