import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { money, monthText } from '#contract/formats.ts'
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
import { useUrl } from '../../../ui/page/useUrl.ts'
import type { Column } from '../../../ui/table/column.ts'
import type { RevenueView } from './views.tsx'
import { amountColumn, dayColumn, vendorColumn } from '../rows/columns.tsx'
import { CountedRows, NoNumber } from '../rows/CountedRows.tsx'

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
  const report = [
    'Monthly Revenue',
    links.report('monthly-revenue', { view: viewOf(number, narrowed.cohort) }),
  ] as const
  const query = useQuery({
    ...api.listRevenueRows.query({ query: { number: 'paying', month: '', ...filters, page } }),
    placeholderData: keepPreviousData,
    enabled: filters !== undefined,
  })
  if (!filters) return <NoNumber title="Rows of a Number" report={report} rows="vendors or invoices" />
  const name = countedNumberText(filters)
  return (
    <CountedRows
      title={name}
      report={report}
      answer={(data) => `${name} in ${periodText(filters)}: ${money(data.amount)}`}
      label="Rows"
      query={query}
      rows={({ rows }) => rows}
      columns={columnsOf(filters, query.data)}
      id={({ row }) => row}
      exportSource={{ list: 'revenue_rows', input: filters }}
      page={page}
      pageSize={revenuePageSize}
      set={set}
    />
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
    dayColumn({
      header: dayHeaders[number] ?? (isOfVendors(number) ? 'Day' : 'Issued'),
      isPaged: true,
      day: (row) => row.day,
      total: 'Total',
    }),
    vendorColumn({ page: 'billing_history', isPaged: true }),
    ...(isOfVendors(number) ? kinds : [invoice, ...(number === 'unpaid' ? [kind] : [])]),
    amountColumn({
      header: isOfVendors(number) ? 'MRR' : 'Amount',
      isPaged: true,
      value: (row) => row.amount,
      total: data?.amount,
    }),
  ]
}
const dayHeaders: Partial<Record<CountedNumber, string>> = {
  paying: 'MRR since',
  retained: 'Month’s end',
  written_off: 'Written off',
}
