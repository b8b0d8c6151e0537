import { IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayText, monthText } from '#contract/formats.ts'
import type { DataProviderMonth, ProviderVendor } from '#contract/reports/partners.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Facts } from '../../../ui/page/Page.tsx'
import { faultsOf } from '../../../ui/report/faults.ts'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, many, Status } from '../../../ui/values.tsx'
import { useReportMonth } from '../useReportMonth.tsx'
import { NoPartner } from './NoPartner.tsx'

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
    <ReportPage
      title="Etilize Report"
      query={query}
      faults={faultsOf(query.error)}
      answer={answerOf}
      definitions={definitions}
      note={({ start, end }) => `${dayText(start)} to ${dayText(end)}.`}
      controls={picker}
    >
      {(report) =>
        report.supplier === null ? (
          <NoPartner report="data_provider" />
        ) : (
          <>
            <Facts
              facts={[
                [
                  'Data provider',
                  <Link key="supplier" to={links.supplier(report.supplier.dropshipper_id)} className="link">
                    {report.supplier.supplier_name}
                  </Link>,
                ],
                ['Vendor-months', count(report.total)],
                ['New', count(report.new_vendors)],
                ['Integrations', count(report.integrations)],
              ]}
            />
            {report.total > report.vendors.length && (
              <p className="quiet">{count(report.vendors.length)} of them are listed.</p>
            )}
            <DataTable
              label="Vendors of the data provider"
              exportSource={{ list: 'etilize_report', input: month }}
              columns={columnsOf(report)}
              rows={report.vendors}
              id={(row) => row.vendor_id}
              fetching={query.isFetching}
              empty="No vendor had an active integration in this month."
            />
          </>
        )
      }
    </ReportPage>
  )
}

const answerOf = ({ supplier, total, new_vendors, start }: DataProviderMonth): string => {
  if (!supplier) return 'No data provider is chosen.'
  const month = monthText(start)
  if (total === 0) return `No vendors sold products of ${supplier.supplier_name} in ${month}.`
  return `${many(total, 'vendor')} sold products of ${supplier.supplier_name} in ${month}, ${count(new_vendors)} of them new.`
}

const columnsOf = (report: DataProviderMonth): readonly Column<ProviderVendor>[] => [
  {
    key: 'company',
    header: 'Vendor',
    leaves: 0,
    sortValue: (row) => row.company,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id, 'integrations')} className="name">
        {row.company}
      </Link>
    ),
    total: many(report.total, 'vendor'),
  },
  {
    key: 'first_day',
    header: 'First day',
    leaves: 1,
    sortValue: (row) => row.first_day,
    cell: (row) => dayText(row.first_day),
  },
  {
    key: 'last_day',
    header: 'Last day',
    leaves: 2,
    sortValue: (row) => row.last_day,
    cell: (row) => dayText(row.last_day),
  },
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
  {
    key: 'listed',
    header: 'Listed now',
    numeric: true,
    leaves: 0,
    sortValue: (row) => row.listed,
    cell: (row) => count(row.listed),
  },
  {
    key: 'last_sent',
    header: 'Last sent',
    leaves: 4,
    sortValue: (row) => row.last_sent_tm,
    moment: (row) => row.last_sent_tm,
  },
]
