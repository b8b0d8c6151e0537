import { IconBan, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  directOrderSort,
  directOrderStates,
  directUserPageSize,
  type DirectOrder,
  type DirectOrderState,
  type DirectUserView,
} from '#contract/direct-app/direct-users.ts'
import { money } from '#contract/formats.ts'
import { api } from '../../api.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Pager } from '../../ui/Pager.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { Status } from '../../ui/values.tsx'

const url = z.object({
  sort: directOrderSort.catch('-ordered').default('-ordered'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** An IS Direct user's order history. */
export default function DirectOrders({ view }: { view: DirectUserView }) {
  const { id } = view.direct_user
  const [{ sort, page }, set] = useUrl(url)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.listDirectOrders.query({ query: { id, sort, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <DataTable
        label="Orders"
        name="direct orders"
        exportSource={{ list: 'direct_orders', input: { id, sort } }}
        sorting={sortIn(sort, '-ordered', (next) => set({ sort: next, page: undefined }))}
        columns={columns}
        rows={data?.orders}
        id={(order) => order.direct_order_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No orders yet."
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={directUserPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </>
  )
}

const signs = {
  placed: { tone: 'wait', icon: IconClock },
  shipped: { tone: 'good', icon: IconCircleCheck },
  canceled: { tone: 'off', icon: IconBan },
} as const satisfies Record<DirectOrderState, unknown>

const columns: readonly Column<DirectOrder>[] = [
  {
    key: 'id',
    header: 'Order',
    leaves: 0,
    cell: (order) => <span className="mono">{order.direct_order_id}</span>,
  },
  { key: 'ordered', sort: 'ordered', header: 'Ordered', leaves: 0, moment: (order) => order.ordered_at },
  {
    key: 'state',
    header: 'Status',
    leaves: 1,
    cell: ({ state }) => <Status {...signs[state]}>{directOrderStates[state]}</Status>,
  },
  { key: 'paid', sort: 'paid', header: 'Paid', leaves: 2, moment: (order) => order.paid_at },
  {
    key: 'cost',
    sort: 'cost',
    header: 'Cost',
    numeric: true,
    leaves: 0,
    cell: (order) => money(order.cost),
  },
]
