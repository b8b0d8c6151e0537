import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { EarnedFigure, EarnedMonth } from '#contract/reports/recurring-revenue.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { earnedRevenueAnswer } from '#contract/reports/tab-answers.ts'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { ReportPage } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { amountColumn } from '../rows/columns.tsx'
import { rowsLink } from '../RowsLink.tsx'
import {
  ClosedMonthsNotice,
  Freshness,
  MonthName,
  monthsRange,
  monthsUrl,
  RevenueControls,
  shownMonths,
} from './views.tsx'
import { ChartSkeleton } from '../../../ui/report/ChartSkeleton.tsx'

const ReportChart = lazy(() => import('../../../ui/report/ReportChart.tsx'))
type Report = Result<'getEarnedRevenue'>
/** Billed money by the days that it pays for. */
export default function EarnedRevenue() {
  const [{ months }] = useUrl(monthsUrl)
  const query = useQuery({
    ...api.getEarnedRevenue.query({ query: { months: Number(months) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report="monthly-revenue"
      title="Monthly Revenue"
      query={query}
      answer={earnedRevenueAnswer}
      definitions={definitions.earned_revenue}
      note={(report) => (
        <>
          Earned is billed money by the days that it pays for, paid or not. <Freshness {...report} />
        </>
      )}
      controls={<RevenueControls />}
    >
      {(report) => (
        <>
          <ClosedMonthsNotice />
          <Panel title="Billed and earned">
            <Suspense fallback={<ChartSkeleton hasLegend hasNotes />}>
              <ReportChart
                report="monthly-revenue"
                label="Billed and earned"
                starts={report.months.map(({ month }) => month).toReversed()}
                end={monthsRange(report.months).end}
                points={report.months.toReversed().map((row) => ({
                  name: monthText(row.month),
                  'Billed, less credited':
                    Number(row.billed) + Number(row.billed_once) - Number(row.credited),
                  Earned: Number(row.earned_net),
                }))}
                series={[
                  { name: 'Billed, less credited', color: 'var(--d2)' },
                  { name: 'Earned', color: 'var(--d1)' },
                ]}
                value={money}
              />
            </Suspense>
          </Panel>
          <DataTable
            label="Earned by month"
            exportSource={{ list: 'earned_revenue', input: { months: Number(months) } }}
            columns={columnsOf(report)}
            rows={report.months}
            id={(row) => row.month}
            fetching={query.isFetching}
            empty="No months."
          />
        </>
      )}
    </ReportPage>
  )
}

const headers: readonly (readonly [EarnedFigure, string, number])[] = [
  ['billed', 'Billed', 1],
  ['billed_once', 'Billed once', 5],
  ['credited', 'Credited', 3],
  ['earned', 'Earned', 2],
  ['earned_once', 'Earned once', 6],
  ['earned_credited', 'Taken back', 4],
  ['earned_net', 'Earned in total', 0],
  ['deferred', 'Deferred', 0],
  ['written_off', 'Written off', 7],
]
const columnsOf = ({ months, totals, today }: Report): readonly Column<EarnedMonth>[] => {
  const shown = shownMonths(months)
  return [
    {
      key: 'month',
      header: 'Month',
      leaves: 0,
      sortValue: (row) => row.month,
      cell: (row) => <MonthName month={row.month} today={today} />,
      total: 'Total',
    },
    ...headers.map(([figure, header, leaves]) =>
      amountColumn<EarnedMonth>({
        key: figure,
        header,
        leaves,
        value: (row) => row[figure],
        to: ({ month }) => rowsLink({ number: figure, month }),
        // what is deferred is of a moment: months don’t add up
        ...(figure !== 'deferred' && {
          total: totals[figure],
          totalTo: rowsLink({ number: figure, ...shown }),
        }),
      }),
    ),
  ]
}
