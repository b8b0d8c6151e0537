import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { amount, dayText } from '#contract/formats.ts'
import { rangeFault } from '#contract/marketing/periods.ts'
import { cancelsAnswer } from '#contract/reports/answers.ts'
import {
  cancelEventKinds,
  cancelIntervals,
  type CancelFigures,
  type CancelReport,
} from '#contract/reports/cancels.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Compared, type ComparedFigure } from '../../ui/report/Compared.tsx'
import { faultsOf } from '../../ui/report/faults.ts'
import { RangePicker } from '../../ui/report/RangePicker.tsx'
import { ReportPage } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/values.tsx'
import { CancelChart, cancelCharts } from './CancelChart.tsx'
import { CancelEvents } from './CancelEvents.tsx'
import { amountColumn } from './rows/columns.tsx'

const url = z.object({
  start: z.iso.date().optional().catch(undefined),
  end: z.iso.date().optional().catch(undefined),
  interval: z.enum(cancelIntervals).catch('day').default('day'),
  chart: z.enum(cancelCharts).catch('asked').default('asked'),
  what: z.enum(cancelEventKinds).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const intervalLabels = { day: 'Day', week: 'Week', month: 'Month' } as const
const figures: readonly ComparedFigure<CancelReport>[] = [
  { name: 'Requested', value: ({ totals }) => totals.asked, text: count },
  { name: 'Taken back', value: ({ totals }) => totals.taken_back, text: count },
  { name: 'Ended', value: ({ totals }) => totals.ended, text: count },
  { name: 'Vendors left', value: ({ totals }) => totals.vendors_left, text: count },
  {
    name: 'MRR lost with them',
    value: ({ totals }) => (totals.mrr_lost === null ? null : Number(totals.mrr_lost)),
    text: amount,
  },
]

/** Why and how many subscriptions end, and which vendors that concerns. */
export default function Cancels() {
  const [{ start, end, interval, chart, what, page }, set] = useUrl(url)
  const range = start !== undefined && end !== undefined ? { start, end } : {}
  const fault = start !== undefined && end !== undefined ? rangeFault({ start, end }) : undefined
  const query = useQuery({
    ...api.getCancels.query({ body: { ...range, interval } }),
    placeholderData: keepPreviousData,
    enabled: fault === undefined,
  })
  const { data } = query
  return (
    <ReportPage
      report="cancels"
      title="Cancellations"
      query={query}
      faults={fault}
      answer={cancelsAnswer}
      definitions={definitions.cancels}
      note={(report) =>
        `${dayText(report.start)} to ${dayText(report.end)}.${report.totals.mrr_lost === null ? ' MRR lost with them is shown to finance, account managers and admins.' : ''}`
      }
      controls={
        <RangePicker
          range={{ start: start ?? data?.start ?? '', end: end ?? data?.end ?? '' }}
          isUsual={start === undefined && end === undefined}
          usualName="Last month"
          faults={fault ?? faultsOf(query.error)}
          set={(days) => set({ ...days, page: undefined })}
        >
          <SegmentedControl
            aria-label="Interval"
            value={interval}
            onChange={(value) => set({ interval: value === 'day' ? undefined : value })}
            data={cancelIntervals.map((value) => ({ value, label: intervalLabels[value] }))}
          />
        </RangePicker>
      }
    >
      {(report) => (
        <>
          <CancelChart
            report={report}
            chart={chart}
            setChart={(value) => set({ chart: value === 'asked' ? undefined : value })}
            setRange={(days) => set({ start: days?.start, end: days?.end, page: undefined })}
          />
          <Compared
            report={report}
            range={report}
            figures={figures}
            read={(days) => api.getCancels.query({ body: { ...days, interval: 'month' } })}
          />
          <Panel title={`By ${intervalLabels[report.interval].toLowerCase()}`}>
            <DataTable
              label="Cancellations by period"
              columns={periodColumns(report)}
              rows={report.periods.filter(hasEvents).toReversed()}
              id={(row) => row.start}
              fetching={query.isFetching}
              empty="No cancellations in this range."
            />
          </Panel>
          <Panel title="Events">
            <CancelEvents report={report} what={what} page={page} set={set} />
          </Panel>
        </>
      )}
    </ReportPage>
  )
}

type Period = CancelReport['periods'][number]
const hasEvents = ({ asked, taken_back, ended }: CancelFigures) => asked + taken_back + ended > 0
const numberColumns: readonly (readonly [
  'asked' | 'taken_back' | 'ended' | 'vendors_left',
  string,
  number,
])[] = [
  ['asked', 'Requested', 0],
  ['taken_back', 'Taken back', 1],
  ['ended', 'Ended', 0],
  ['vendors_left', 'Vendors left', 2],
]
const periodColumns = ({ totals, interval }: CancelReport): readonly Column<Period>[] => [
  {
    key: 'period',
    header: intervalLabels[interval],
    leaves: 0,
    sortValue: (row) => row.start,
    cell: (row) =>
      row.start === row.end ? dayText(row.start) : `${dayText(row.start)} to ${dayText(row.end)}`,
    total: 'Total',
  },
  ...numberColumns.map(([key, header, leaves]): Column<Period> => ({
    key,
    header,
    numeric: true,
    leaves,
    sortValue: (row) => row[key],
    cell: (row) => count(row[key]),
    total: count(totals[key]),
  })),
  {
    key: 'median_days',
    header: 'Days subscribed',
    numeric: true,
    leaves: 3,
    sortValue: (row) => row.median_days,
    cell: (row) => daysText(row.median_days),
    total: daysText(totals.median_days),
  },
  ...(totals.mrr_lost === null
    ? []
    : [
        amountColumn({
          key: 'mrr_lost',
          header: 'MRR lost with them',
          value: (row: Period) => row.mrr_lost,
          total: totals.mrr_lost,
        }),
      ]),
]
const daysText = (days: number | null) => (days === null ? '—' : count(Math.round(days)))
