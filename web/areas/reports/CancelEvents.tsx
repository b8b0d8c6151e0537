import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayText } from '#contract/formats.ts'
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
import { Pager } from '../../ui/Pager.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { count } from '../../ui/values.tsx'

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
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.listCancelEvents.query({ body: { start, end, what, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <DataTable
        label="Cancellation events"
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
        columns={columns}
        rows={data?.events}
        id={(row) => row.subscription_event_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={what === undefined ? 'No events in this range.' : 'No events match this filter.'}
        skeletonRows={10}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={cancelPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </>
  )
}

const columns: readonly Column<CancelEvent>[] = [
  { key: 'tm', header: 'When', leaves: 0, moment: (row) => row.tm },
  { key: 'what', header: 'Event', leaves: 0, cell: (row) => cancelEventNames[row.what] },
  {
    key: 'company',
    header: 'Vendor',
    leaves: 0,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id, 'subscriptions')} className="name">
        {row.company}
      </Link>
    ),
  },
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
  {
    key: 'ends_on',
    header: 'Ends on',
    leaves: 4,
    cell: (row) => (row.ends_on === null ? '—' : dayText(row.ends_on)),
  },
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
