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
import { useUrl } from '../../../ui/page/useUrl.ts'
import type { Column } from '../../../ui/table/column.ts'
import { many } from '../../../ui/values.tsx'
import { subscriptionsUrl } from './subscriptions-url.ts'
import { dayColumn, vendorColumn } from '../rows/columns.tsx'
import { CountedRows, NoNumber } from '../rows/CountedRows.tsx'

const url = subscriptionsUrl.extend({
  figure: countedSubscriptionFilters.shape.figure.optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const report = ['Supplier Subscriptions', links.report('supplier_subscriptions')] as const

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
  const query = useQuery({
    ...api.listCountedSubscriptions.query({ body: { ...filters, page } }),
    placeholderData: keepPreviousData,
    enabled: figure !== undefined,
  })
  if (figure === undefined) return <NoNumber title="Subscriptions" report={report} rows="subscriptions" />
  const [name] = subscriptionFigures[figure]
  const isOfRange = (movedFigures as readonly SubscriptionFigure[]).includes(figure)
  const supplier = chosen.supplier === undefined ? undefined : query.data?.rows[0]?.supplier_name
  return (
    <CountedRows
      title="Subscriptions"
      report={report}
      answer={(data) =>
        `${name}${supplier === undefined ? '' : ` of ${supplier}`}: ${many(data.total, 'subscription')}${
          isOfRange ? ` from ${dayText(data.start)} to ${dayText(data.end)}` : ' now'
        }`
      }
      label="Subscriptions"
      query={query}
      rows={({ rows }) => rows}
      columns={columnsOf(figure)}
      id={({ row }) => row}
      exportSource={{ list: 'counted_subscriptions', input: filters }}
      page={page}
      pageSize={countedSubscriptionPageSize}
      set={set}
    />
  )
}

const columnsOf = (figure: SubscriptionFigure): readonly Column<CountedSubscription>[] => [
  dayColumn({ header: figure === 'ended' ? 'Ended' : 'Added', isPaged: true, day: (row) => row.day }),
  vendorColumn({ page: 'subscriptions', isPaged: true }),
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
