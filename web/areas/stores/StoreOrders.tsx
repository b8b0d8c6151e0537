import { Button, Group, Text } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleX,
  IconClockDollar,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  leftOf,
  mostOrderDays,
  orderDays,
  orderStates,
  type OrderLine,
  type OrderState,
  type StoreOrder,
} from '#contract/stores/orders.ts'
import { shops, type ShopKind } from '#contract/stores/shops.ts'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import type { Filter } from '../../ui/table/filter/filter.ts'
import { shortTime } from '../../ui/time.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, decimalText, many, Status, type Tone } from '../../ui/values.tsx'
import { SkuLink } from '../products/public.tsx'
import { readOnly } from '../../viewing.ts'
import { ConfirmTracking } from './ConfirmTracking.tsx'

export interface StoreProps {
  vendorId: number
  storeId: number
  shop: ShopKind
  /** Why nothing can be changed. */
  closedReason?: string | undefined
}

/** A store's orders and shipments, loaded from its market on request. */
export function StoreOrders(props: StoreProps) {
  const [isShown, setShown] = useState(false)
  const [{ days }, set] = useUrl(url)
  // the market's default, until a person chooses
  const [askedDays, setAskedDays] = useState<number>(orderDays)
  const { name } = shops[props.shop]
  return (
    <Panel
      title="Orders"
      actions={
        isShown ? (
          <Group gap="xs">
            <Filters
              filters={[placedIn(askedDays)]}
              values={{ days: String(days ?? askedDays) }}
              set={(change) => set(change, { replace: true })}
            />
          </Group>
        ) : (
          <Button size="xs" variant="default" onClick={() => setShown(true)}>
            Load orders from {name}
          </Button>
        )
      }
    >
      {isShown ? (
        <OrderList {...props} days={days} tell={setAskedDays} />
      ) : (
        <Text size="sm" c="dimmed">
          Loaded live from {name}. Orders aren’t stored.
        </Text>
      )}
    </Panel>
  )
}

const spans = [1, orderDays, 30, mostOrderDays] as const
const url = z.object({
  days: z.coerce.number().int().min(1).max(mostOrderDays).optional().catch(undefined),
})

const placedIn = (askedDays: number): Filter => ({
  key: 'days',
  label: 'Placed',
  kind: 'choice',
  options: [...new Set([...spans, askedDays])]
    .toSorted((a, b) => a - b)
    .map((n) => ({ value: String(n), label: `in the last ${many(n, 'day')}` })),
})

function OrderList({
  vendorId,
  storeId,
  shop,
  closedReason,
  days,
  tell,
}: StoreProps & {
  days: number | undefined
  /** Reports how many days back the market was asked for. */
  tell: (days: number) => void
}) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const params = { vendor_id: vendorId, vendor_store_id: storeId }
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      // not the area's key: acts elsewhere on the page must not query the market again
      queryKey: ['orders of a store', params, days],
      queryFn: async ({ pageParam, signal }) => {
        const query = { ...(days && { days }), ...(pageParam !== null && { cursor: pageParam }) }
        const page = await api.listStoreOrders.query({ params, query }).queryFn({ signal })
        tell(page.days)
        if (page.failed) throw new Error(`${page.failed.sentence} ${page.failed.what_to_do}`)
        return page
      },
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.next,
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    })
  // a new order moves others to the next page, so remove duplicates
  const rows = data && [
    ...new Map(data.pages.flatMap((page) => page.orders).map((row) => [row.id, row])).values(),
  ]
  const order = rows?.find((row) => row.id === chosenId)
  return (
    <>
      <DataTable
        label="Orders"
        name="store orders"
        columns={columns(vendorId)}
        rows={rows}
        id={(row) => row.id}
        open={(row) => setChosenId(row.id)}
        current={(row) => row.id === chosenId}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        skeletonRows={3}
        empty={`No orders in the last ${many(days ?? data?.pages[0]?.days ?? orderDays, 'day')}.`}
      />
      {hasNextPage && (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Load older orders
        </Button>
      )}
      {order && (
        <OrderDetails
          order={order}
          vendorId={vendorId}
          closedReason={closedReason}
          ask={() => setConfirming(true)}
        />
      )}
      {order && isConfirming && (
        <ConfirmTracking
          store={{ vendorId, storeId, shop }}
          order={order}
          after={() => refetch()}
          close={() => setConfirming(false)}
        />
      )}
    </>
  )
}

const sum = (order: StoreOrder, unitsOf: (line: OrderLine) => number) =>
  order.lines.reduce((all, line) => all + unitsOf(line), 0)
const signs: Record<OrderState, { tone: Tone; icon: typeof IconCircleCheck }> = {
  open: { tone: 'wait', icon: IconCircleDashed },
  unpaid: { tone: 'off', icon: IconClockDollar },
  'part shipped': { tone: 'run', icon: IconCircleHalf2 },
  shipped: { tone: 'good', icon: IconCircleCheck },
  cancelled: { tone: 'off', icon: IconCircleX },
}
const unshippable: Partial<Record<OrderState, string>> = {
  cancelled: 'The order is canceled',
  unpaid: 'The order isn’t paid yet',
}
const money = (amount: string | null, currency: string) =>
  amount === null ? '—' : `${decimalText(amount)} ${currency}`
const Sku = ({ line: { sku, dropshipper_id }, vendorId }: { line: OrderLine; vendorId: number }) =>
  dropshipper_id === null ? (
    <span className="mono">{sku || '—'}</span>
  ) : (
    <SkuLink sku={sku} supplierId={dropshipper_id} vendorId={vendorId} />
  )

const mostLines = 3
const columns = (vendorId: number): readonly Column<StoreOrder>[] => [
  {
    key: 'name',
    header: 'Order',
    leaves: 0,
    sortValue: (o) => o.name,
    cell: (o) => <b className="name">{o.name}</b>,
  },
  { key: 'placed', header: 'Placed', leaves: 0, sortValue: (o) => o.placed_tm, moment: (o) => o.placed_tm },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (o) => orderStates[o.state],
    cell: (o) => <Status {...signs[o.state]}>{orderStates[o.state]}</Status>,
  },
  {
    key: 'products',
    header: 'Products',
    wrap: true,
    leaves: 1,
    cell: (o) => (
      <>
        {o.lines.slice(0, mostLines).map((line) => (
          <div key={line.line_id}>
            <Sku line={line} vendorId={vendorId} /> × {count(line.quantity)}
          </div>
        ))}
        {o.lines.length > mostLines && (
          <span className="faint">and {count(o.lines.length - mostLines)} more</span>
        )}
      </>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    leaves: 2,
    sortValue: (o) => (o.total === null ? null : Number(o.total)),
    cell: (o) => money(o.total, o.currency),
  },
  {
    key: 'shipped',
    header: 'Shipped',
    leaves: 3,
    wrap: true,
    sortValue: (o) => sum(o, (line) => line.shipped),
    cell: (o) => {
      const units = sum(o, (line) => line.shipped)
      if (units === 0) return '—'
      const [last] = o.shipments.slice(-1)
      return (
        <>
          {count(units)} of {count(sum(o, (line) => line.quantity))}
          {last && <div className="faint">{`${last.carrier} ${last.tracking}`}</div>}
        </>
      )
    },
  },
]

/** One order: its lines and shipments. */
function OrderDetails({
  order,
  vendorId,
  closedReason,
  ask,
}: {
  order: StoreOrder
  vendorId: number
  closedReason: string | undefined
  ask: () => void
}) {
  const allShipped = sum(order, leftOf) === 0 ? 'The order is already shipped' : undefined
  const nothing = unshippable[order.state] ?? allShipped
  const disabledReason = readOnly ?? closedReason ?? nothing
  return (
    <section className="update-details" aria-label={`Order ${order.name}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <p role="status">
            {order.name}: {orderStates[order.state].toLowerCase()}, {money(order.total, order.currency)}
          </p>
          {order.shipments.map((shipment) => (
            <p key={shipment.tracking} className="faint">
              <IconTruckDelivery size={14} aria-hidden /> {shipment.carrier}{' '}
              <span className="mono">{shipment.tracking}</span>
              {shipment.shipped_tm && `, ${shortTime(shipment.shipped_tm)}`}
            </p>
          ))}
        </div>
        <Button size="xs" disabled={disabledReason !== undefined} title={disabledReason} onClick={ask}>
          Confirm tracking…
        </Button>
      </Group>
      <DataTable
        label={`Lines of order ${order.name}`}
        name="order lines"
        columns={lineColumns(order.currency, vendorId)}
        rows={order.lines}
        id={(line) => line.line_id}
        empty="No lines."
      />
    </section>
  )
}
const lineColumns = (currency: string, vendorId: number): readonly Column<OrderLine>[] => [
  {
    key: 'sku',
    header: 'SKU',
    leaves: 0,
    sortValue: (l) => l.sku,
    cell: (l) => <Sku line={l} vendorId={vendorId} />,
  },
  {
    key: 'title',
    header: 'Product',
    leaves: 3,
    wrap: true,
    sortValue: (l) => l.title,
    cell: (l) => l.title || '—',
  },
  {
    key: 'quantity',
    header: 'Ordered',
    numeric: true,
    leaves: 0,
    sortValue: (l) => l.quantity,
    cell: (l) => count(l.quantity),
  },
  {
    key: 'shipped',
    header: 'Shipped',
    numeric: true,
    leaves: 0,
    sortValue: (l) => l.shipped,
    cell: (l) => count(l.shipped),
  },
  {
    key: 'price',
    header: 'Price',
    numeric: true,
    leaves: 2,
    sortValue: (l) => (l.price === null ? null : Number(l.price)),
    cell: (l) => money(l.price, currency),
  },
]
