import { IconBan, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayText, monthText } from '#contract/formats.ts'
import {
  subscriberStates,
  type WholesalerMonth,
  type WholesaleSubscriber,
} from '#contract/reports/partners.ts'
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
  ['Before the month', 'Vendors subscribed to the wholesaler when the month started. Staff don’t count.'],
  ['New, ended', 'Subscriptions that started or ended in the month. A vendor that returned counts as both.'],
  ['At the end', 'Before the month, plus new, less ended.'],
  ['Active integrations', 'At the end of the month, while the vendor’s account was Active.'],
  [
    'Fixed',
    'Subscribers, days and integrations come from events: a past month doesn’t change. Listed now and Last sent do.',
  ],
  ['Listed now', 'Products of the wholesaler in the vendor’s stores today, not in that month.'],
  ['Last sent', 'When one of these products was last sent to a store.'],
]

/** Who subscribed to a wholesaler in a month. */
export default function JmWholesaleReport() {
  const { choice, picker } = useReportMonth()
  const month = { year: choice.year, month: choice.month }
  const query = useQuery({
    ...api.getJmWholesaleReport.query({ query: month }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      title="JM Wholesale Report"
      query={query}
      faults={faultsOf(query.error)}
      answer={answerOf}
      definitions={definitions}
      note={({ start, end }) => `${dayText(start)} to ${dayText(end)}.`}
      controls={picker}
    >
      {(report) =>
        report.supplier === null ? (
          <NoPartner report="wholesaler" />
        ) : (
          <>
            <Facts
              facts={[
                [
                  'Wholesaler',
                  <Link
                    key="supplier"
                    to={links.supplier(report.supplier.dropshipper_id, 'subscriptions')}
                    className="link"
                  >
                    {report.supplier.supplier_name}
                  </Link>,
                ],
                ['Before the month', count(report.opening)],
                ['New', count(report.added)],
                ['Ended', count(report.ended)],
                ['At the end', count(report.closing)],
                ['Integrated', count(report.with_integration)],
              ]}
            />
            {report.total > report.subscribers.length && (
              <p className="quiet">{count(report.subscribers.length)} of them are listed.</p>
            )}
            <DataTable
              label="Subscribers of the wholesaler"
              exportSource={{ list: 'jmwholesale_report', input: month }}
              columns={columnsOf(report)}
              rows={report.subscribers}
              id={(row) => row.vendor_id}
              fetching={query.isFetching}
              empty="No vendor was subscribed in this month."
            />
          </>
        )
      }
    </ReportPage>
  )
}

const answerOf = ({ supplier, closing, added, ended, start }: WholesalerMonth): string => {
  if (!supplier) return 'No wholesaler is chosen.'
  return `${many(closing, 'vendor')} subscribed to ${supplier.supplier_name} at the end of ${monthText(start)}: ${count(added)} new, ${count(ended)} ended.`
}

const signs = {
  kept: { tone: 'good', icon: IconCircleCheck },
  new: { tone: 'good', icon: IconCircleCheck },
  lost: { tone: 'off', icon: IconBan },
  passed: { tone: 'off', icon: IconCircleDashed },
} as const
const columnsOf = (report: WholesalerMonth): readonly Column<WholesaleSubscriber>[] => [
  {
    key: 'company',
    header: 'Vendor',
    leaves: 0,
    sortValue: (row) => row.company,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id, 'subscriptions')} className="name">
        {row.company}
      </Link>
    ),
    total: many(report.total, 'vendor'),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (row) => subscriberStates[row.state],
    cell: (row) => <Status {...signs[row.state]}>{subscriberStates[row.state]}</Status>,
  },
  {
    key: 'since',
    header: 'Since',
    leaves: 1,
    sortValue: (row) => row.since,
    cell: (row) => dayText(row.since),
  },
  {
    key: 'ended',
    header: 'Ended',
    leaves: 2,
    sortValue: (row) => row.ended,
    cell: (row) => (row.ended === null ? '—' : dayText(row.ended)),
  },
  {
    key: 'integrations',
    header: 'Active integrations',
    numeric: true,
    leaves: 3,
    sortValue: (row) => row.integrations,
    cell: (row) => count(row.integrations),
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
