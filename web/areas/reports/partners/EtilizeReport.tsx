import { IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { monthText } from '#contract/formats.ts'
import type { DataProviderMonth, ProviderVendor } from '#contract/reports/partners.ts'
import { api } from '../../../api.ts'
import type { Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { count, many, Status } from '../../../ui/values.tsx'
import { useReportMonth } from '../useReportMonth.tsx'
import { PartnerReport } from './PartnerReport.tsx'
import { dayColumn, vendorColumn } from '../rows/columns.tsx'

const definitions: readonly Definition[] = [
  [
    'Vendor-month',
    'A vendor with an active integration of the data provider on at least one day, while its account was Active.',
  ],
  ['First and last day', 'The first and the last day of the month with an active integration.'],
  ['New', 'Without an active integration before the month.'],
  [
    'Fixed',
    'Vendors, days and integrations come from events: a past month doesn’t change. Listed now and Last sent do.',
  ],
  ['Listed now', 'Products of the data provider in the vendor’s stores today, not in that month.'],
  ['Last sent', 'When one of these products was last sent to a store.'],
]

/** Which vendors used a data provider’s products in a month, for its fee. */
export default function EtilizeReport() {
  const { choice, picker } = useReportMonth()
  const month = { year: choice.year, month: choice.month }
  const query = useQuery({
    ...api.getEtilizeReport.query({ query: month }),
    placeholderData: keepPreviousData,
  })
  return (
    <PartnerReport
      title="Etilize Report"
      partner="data_provider"
      query={query}
      answer={answerOf}
      definitions={definitions}
      picker={picker}
      facts={({ total, new_vendors, integrations }) => [
        ['Vendor-months', count(total)],
        ['New', count(new_vendors)],
        ['Integrations', count(integrations)],
      ]}
      label="Vendors of the data provider"
      exportSource={{ list: 'etilize_report', input: month }}
      columns={columnsOf}
      vendors={({ vendors }) => vendors}
      empty="No vendor had an active integration in this month."
    />
  )
}

const answerOf = ({ supplier, total, new_vendors, start }: DataProviderMonth): string => {
  if (!supplier) return 'No data provider is chosen.'
  const month = monthText(start)
  if (total === 0) return `No vendors sold products of ${supplier.supplier_name} in ${month}.`
  return `${many(total, 'vendor')} sold products of ${supplier.supplier_name} in ${month}, ${count(new_vendors)} of them new.`
}

const columnsOf = (report: DataProviderMonth): readonly Column<ProviderVendor>[] => [
  vendorColumn({ page: 'integrations', total: many(report.total, 'vendor') }),
  dayColumn({ key: 'first_day', header: 'First day', leaves: 1, day: (row) => row.first_day }),
  dayColumn({ key: 'last_day', header: 'Last day', leaves: 2, day: (row) => row.last_day }),
  {
    key: 'is_new',
    header: 'New',
    leaves: 3,
    sortValue: (row) => Number(row.is_new),
    cell: (row) =>
      row.is_new && (
        <Status tone="good" icon={IconCircleCheck}>
          New
        </Status>
      ),
  },
  {
    key: 'integrations',
    header: 'Integrations',
    numeric: true,
    leaves: 0,
    sortValue: (row) => row.integrations,
    cell: (row) => count(row.integrations),
    total: count(report.integrations),
  },
]
