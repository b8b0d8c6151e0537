import { IconBan, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { monthText } from '#contract/formats.ts'
import {
  subscriberStates,
  type WholesalerMonth,
  type WholesaleSubscriber,
} from '#contract/reports/partners.ts'
import { api } from '../../../api.ts'
import type { Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { count, many, Status } from '../../../ui/values.tsx'
import { useReportMonth } from '../useReportMonth.tsx'
import { PartnerReport } from './PartnerReport.tsx'
import { dayColumn, vendorColumn } from '../rows/columns.tsx'

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
    <PartnerReport
      title="JM Wholesale Report"
      partner="wholesaler"
      query={query}
      answer={answerOf}
      definitions={definitions}
      picker={picker}
      facts={({ opening, added, ended, closing, with_integration }) => [
        ['Before the month', count(opening)],
        ['New', count(added)],
        ['Ended', count(ended)],
        ['At the end', count(closing)],
        ['Integrated', count(with_integration)],
      ]}
      label="Subscribers of the wholesaler"
      exportSource={{ list: 'jmwholesale_report', input: month }}
      columns={columnsOf}
      vendors={({ subscribers }) => subscribers}
      empty="No vendor was subscribed in this month."
    />
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
  vendorColumn({ page: 'subscriptions', total: many(report.total, 'vendor') }),
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (row) => subscriberStates[row.state],
    cell: (row) => <Status {...signs[row.state]}>{subscriberStates[row.state]}</Status>,
  },
  dayColumn({ key: 'since', header: 'Since', leaves: 1, day: (row) => row.since }),
  dayColumn({ key: 'ended', header: 'Ended', leaves: 2, day: (row) => row.ended }),
  {
    key: 'integrations',
    header: 'Active integrations',
    numeric: true,
    leaves: 3,
    sortValue: (row) => row.integrations,
    cell: (row) => count(row.integrations),
  },
]
