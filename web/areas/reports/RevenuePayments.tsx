import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  moneyKindNames,
  moneyKinds,
  revenuePageSize,
  type RevenuePayment,
} from '#contract/reports/monthly-revenue.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Empty, Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Pager } from '../../ui/Pager.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/values.tsx'

const url = z.object({
  month: z.iso.date().optional().catch(undefined),
  what: z.enum(moneyKindNames).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const trail = [
  ['Reports', links.reports()],
  ['Monthly Revenue', links.report('monthly-revenue')],
] as const

/** The movements behind a figure of a month; their sum is that figure. */
export default function RevenuePayments() {
  const [{ month = '', what, page }, set] = useUrl(url)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.listRevenuePayments.query({ query: { month, what, page } }),
    placeholderData: keepPreviousData,
    enabled: month !== '',
  })
  if (month === '')
    return (
      <Page title="Payments of a Month" trail={trail}>
        <Empty
          act={
            <Link to={links.report('monthly-revenue')} className="link">
              Open the report
            </Link>
          }
        >
          Choose a number in the report to see its payments.
        </Empty>
      </Page>
    )
  const name = what ? moneyKinds[what][0] : 'Kept'
  return (
    <Page
      title="Payments of a Month"
      count={data && count(data.total)}
      trail={trail}
      answer={data && `${name} in ${monthText(month)}: ${money(data.amount)}. Days are in UTC.`}
    >
      <DataTable
        label="Payments"
        exportSource={{ list: 'revenue_payments', input: { month, what } }}
        columns={columnsOf(data)}
        rows={data?.payments}
        id={(row) => row.ledger_transaction_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No payments in this month."
        skeletonRows={10}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={revenuePageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Page>
  )
}

const columnsOf = (data: Result<'listRevenuePayments'> | undefined): readonly Column<RevenuePayment>[] => [
  { key: 'tm', header: 'When', leaves: 0, moment: (row) => row.tm, total: 'Total' },
  {
    key: 'company',
    header: 'Vendor',
    leaves: 0,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id, 'billing_history')} className="name">
        {row.company}
      </Link>
    ),
  },
  { key: 'what', header: 'Kind', leaves: 2, cell: (row) => moneyKinds[row.what][0] },
  {
    key: 'text',
    header: 'Description',
    leaves: 3,
    wrap: true,
    cell: (row) =>
      row.vendor_charge_id === null ? (
        row.text
      ) : (
        <Link to={links.charge(row.vendor_id, row.vendor_charge_id)} className="link">
          {row.text}
        </Link>
      ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    leaves: 0,
    cell: (row) => money(row.amount),
    total: data && money(data.amount),
  },
]
