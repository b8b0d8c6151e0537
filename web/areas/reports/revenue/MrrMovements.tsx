import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { dayText, money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { movementKinds, movementNames } from '#contract/reports/customers.ts'
import { revenuePageSize } from '#contract/reports/monthly-revenue.ts'
import type { MrrMovement } from '#contract/reports/recurring-revenue.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Empty, Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Pager } from '../../../ui/Pager.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count } from '../../../ui/values.tsx'

const url = z.object({
  month: z.iso.date().optional().catch(undefined),
  kind: z.enum(movementKinds).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const report = links.report('monthly-revenue', { view: 'recurring' })
const trail = [
  ['Reports', links.reports()],
  ['Monthly Revenue', report],
] as const

/** The vendors whose MRR changed in a month; the sum is the number that led here. */
export default function MrrMovements() {
  const [{ month = '', kind, page }, set] = useUrl(url)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.listMrrMovements.query({ query: { month, kind, page } }),
    placeholderData: keepPreviousData,
    enabled: month !== '',
  })
  if (month === '')
    return (
      <Page title="MRR Movements" trail={trail}>
        <Empty
          act={
            <Link to={report} className="link">
              Open the report
            </Link>
          }
        >
          Choose a number in the report to see its vendors.
        </Empty>
      </Page>
    )
  const name = kind ? movementNames[kind] : 'All changes of MRR'
  return (
    <Page
      title="MRR Movements"
      count={data && count(data.total)}
      trail={trail}
      answer={data && `${name} in ${monthText(month)}: ${money(data.amount)}. Days are in UTC.`}
    >
      <DataTable
        label="Movements"
        exportSource={{ list: 'mrr_movements', input: { month, kind } }}
        columns={columnsOf(data)}
        rows={data?.movements}
        id={(row) => `${row.vendor_id} ${row.day} ${row.kind}`}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="MRR didn’t change this way in this month."
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

const columnsOf = (data: Result<'listMrrMovements'> | undefined): readonly Column<MrrMovement>[] => [
  { key: 'day', header: 'Day', leaves: 0, cell: (row) => dayText(row.day), total: 'Total' },
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
  { key: 'kind', header: 'Kind', leaves: 1, cell: (row) => movementNames[row.kind] },
  {
    key: 'amount',
    header: 'MRR',
    numeric: true,
    leaves: 0,
    cell: (row) => money(row.amount),
    total: data && money(data.amount),
  },
]
