import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { dayText } from '#contract/formats.ts'
import {
  movedFigures,
  countedSubscriptionFilters,
  countedSubscriptionPageSize,
  subscriptionFigures,
  type CountedSubscription,
  type SubscriptionFigure,
} from '#contract/reports/supplier-subscriptions.ts'
import { subscriptionStates } from '#contract/subscriptions/standing.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Empty, Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Pager } from '../../../ui/Pager.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, many } from '../../../ui/values.tsx'
import { subscriptionsUrl } from './subscriptions-url.ts'

const url = subscriptionsUrl.extend({
  figure: countedSubscriptionFilters.shape.figure.optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const trail = [
  ['Reports', links.reports()],
  ['Supplier Subscriptions', links.report('supplier_subscriptions')],
] as const

/** The subscriptions that a number of Supplier Subscriptions counts. */
export default function CountedSubscriptions() {
  const [{ figure, page, without, start, end, ...chosen }, set] = useUrl(url)
  const range = start !== undefined && end !== undefined ? { start, end } : {}
  const filters = {
    figure: figure ?? 'subscribers',
    ...range,
    ...chosen,
    without_integration: without !== undefined,
  }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.listCountedSubscriptions.query({ body: { ...filters, page } }),
    placeholderData: keepPreviousData,
    enabled: figure !== undefined,
  })
  if (figure === undefined)
    return (
      <Page title="Subscriptions" trail={trail}>
        <Empty
          act={
            <Link to={links.report('supplier_subscriptions')} className="link">
              Open the report
            </Link>
          }
        >
          Choose a number in the report to see its subscriptions.
        </Empty>
      </Page>
    )
  const [name] = subscriptionFigures[figure]
  const isOfRange = (movedFigures as readonly SubscriptionFigure[]).includes(figure)
  const supplier = chosen.supplier === undefined ? undefined : data?.rows[0]?.supplier_name
  return (
    <Page
      title="Subscriptions"
      count={data && count(data.total)}
      trail={trail}
      answer={
        data &&
        `${name}${supplier === undefined ? '' : ` of ${supplier}`}: ${many(data.total, 'subscription')}${
          isOfRange ? ` from ${dayText(data.start)} to ${dayText(data.end)}` : ' now'
        }. Days are in UTC.`
      }
    >
      <DataTable
        label="Subscriptions"
        exportSource={{ list: 'counted_subscriptions', input: filters }}
        columns={columnsOf(figure)}
        rows={data?.rows}
        id={({ row }) => row}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="Nothing was counted."
        skeletonRows={10}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={countedSubscriptionPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Page>
  )
}

const columnsOf = (figure: SubscriptionFigure): readonly Column<CountedSubscription>[] => [
  {
    key: 'day',
    header: figure === 'ended' ? 'Ended' : 'Added',
    leaves: 0,
    cell: (row) => dayText(row.day),
  },
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
    leaves: 1,
    cell: (row) => (
      <Link to={links.supplier(row.dropshipper_id, 'subscriptions')} className="link">
        {row.supplier_name}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'Now',
    leaves: 0,
    cell: (row) => (row.state === null ? 'Ended' : subscriptionStates[row.state]),
  },
]
