import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { dayText, money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  countedNumberNames,
  countedNumberText,
  outcomeFilters,
  rowKindText,
  type CountedNumber,
  type CountedRowFilters,
  type RevenueRow,
} from '#contract/reports/counted-rows.ts'
import { movementKinds } from '#contract/reports/customers.ts'
import { revenuePageSize } from '#contract/reports/monthly-revenue.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Empty, Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Pager } from '../../../ui/Pager.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count } from '../../../ui/values.tsx'
import type { RevenueView } from './views.tsx'

const url = z.object({
  number: z.enum(countedNumberNames).optional().catch(undefined),
  month: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  kind: z.enum(movementKinds).optional().catch(undefined),
  cohort: z.iso.date().optional().catch(undefined),
  outcome: z.enum(outcomeFilters).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** The tab that has a number. */
function viewOf(number: CountedNumber | undefined, cohort: string | undefined): RevenueView {
  if (cohort !== undefined) return 'cohorts'
  if (number === 'unpaid') return 'unpaid-cards'
  return number === undefined || isOfVendors(number) ? 'recurring' : 'earned'
}
const ofVendors: readonly CountedNumber[] = ['movements', 'paying', 'left', 'lost', 'retained']
const isOfVendors = (number: CountedNumber) => ofVendors.includes(number)

/** The vendors or invoices of a number in Monthly Revenue; their sum is the number that led here. */
export default function RevenueRows() {
  const [{ page, number, month, ...narrowed }, set] = useUrl(url)
  const filters = number !== undefined && month !== undefined ? { number, month, ...narrowed } : undefined
  const report = links.report('monthly-revenue', { view: viewOf(number, narrowed.cohort) })
  const trail = [
    ['Reports', links.reports()],
    ['Monthly Revenue', report],
  ] as const
  if (!filters)
    return (
      <Page title="Rows of a Number" trail={trail}>
        <Empty
          act={
            <Link to={report} className="link">
              Open the report
            </Link>
          }
        >
          Choose a number in the report to see its vendors or invoices.
        </Empty>
      </Page>
    )
  return <Rows filters={filters} trail={trail} page={page} go={(p, options) => set({ page: p }, options)} />
}

function Rows({
  filters,
  trail,
  page,
  go,
}: {
  filters: CountedRowFilters
  trail: readonly (readonly [string, string])[]
  page: number
  go: (page: number | undefined, options?: { replace: boolean }) => void
}) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.listRevenueRows.query({ query: { ...filters, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={countedNumberText(filters)}
      count={data && count(data.total)}
      trail={trail}
      answer={
        data &&
        `${countedNumberText(filters)} in ${periodText(filters)}: ${money(data.amount)}. Days are in UTC.`
      }
    >
      <DataTable
        label="Rows"
        exportSource={{ list: 'revenue_rows', input: filters }}
        columns={columnsOf(filters, data)}
        rows={data?.rows}
        id={({ row }) => row}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="Nothing was counted."
        skeletonRows={10}
      />
      <Pager total={data?.total} stale={isPlaceholderData} size={revenuePageSize} page={page} go={go} />
    </Page>
  )
}

function periodText({ month, until, cohort }: CountedRowFilters): string {
  const months = until === undefined ? monthText(month) : `${monthText(month)} to ${monthText(until)}`
  return cohort === undefined ? months : `${months}, first paid in ${monthText(cohort)}`
}

function columnsOf(
  { number }: CountedRowFilters,
  data: Result<'listRevenueRows'> | undefined,
): readonly Column<RevenueRow>[] {
  const invoice: Column<RevenueRow> = {
    key: 'invoice',
    header: 'Invoice',
    leaves: 1,
    cell: ({ invoice: name, invoice_id, vendor_id }) =>
      invoice_id !== null && (
        <a
          className="link mono"
          href={api.downloadInvoice.url({ params: { vendor_id, invoice_id } })}
          download
        >
          {name}
        </a>
      ),
  }
  const kind: Column<RevenueRow> = {
    key: 'kind',
    header: number === 'paying' ? 'Plan' : 'Kind',
    leaves: 1,
    cell: rowKindText,
  }
  const kinds = number === 'retained' ? [] : [kind]
  return [
    {
      key: 'day',
      header: dayHeaders[number] ?? (isOfVendors(number) ? 'Day' : 'Issued'),
      leaves: 0,
      cell: (row) => dayText(row.day),
      total: 'Total',
    },
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
    ...(isOfVendors(number) ? kinds : [invoice, ...(number === 'unpaid' ? [kind] : [])]),
    {
      key: 'amount',
      header: isOfVendors(number) ? 'MRR' : 'Amount',
      numeric: true,
      leaves: 0,
      cell: (row) => money(row.amount),
      total: data && money(data.amount),
    },
  ]
}
const dayHeaders: Partial<Record<CountedNumber, string>> = {
  paying: 'MRR since',
  retained: 'Month’s end',
  written_off: 'Written off',
}
