import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { EarnedFigure, EarnedMonth } from '#contract/reports/recurring-revenue.ts'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowsLink } from '../RowsLink.tsx'
import {
  ClosedMonthsNotice,
  Freshness,
  MonthName,
  monthsUrl,
  RevenueControls,
  shownMonths,
} from './views.tsx'

const ReportBars = lazy(() => import('../../../ui/report/ReportBars.tsx'))
type Report = Result<'getEarnedRevenue'>
const definitions: readonly Definition[] = [
  ['Billed', 'Invoices for a period, by issue date.'],
  ['Billed once', 'Invoices for something once, such as set-up.'],
  ['Credited', 'Credit notes, by issue date.'],
  [
    'Earned',
    'Each invoice spread over the days of its period; days before its issue count on the day of issue.',
  ],
  ['Earned once', 'What pays for no period, on the day of issue.'],
  ['Taken back', 'Credit notes, spread over the remaining days of their invoice’s period.'],
  ['Earned in total', 'Earned and earned once, less taken back.'],
  ['Deferred', 'All billed until the month’s end, less credited and earned: it pays for later days.'],
  ['Written off', 'Invoices written off in the month, by that day. Not taken from earned.'],
]

/** Billed money by the days that it pays for. */
export default function EarnedRevenue() {
  const [{ months }] = useUrl(monthsUrl)
  const query = useQuery({
    ...api.getEarnedRevenue.query({ query: { months: Number(months) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      title="Monthly Revenue"
      query={query}
      answer={answerOf}
      definitions={definitions}
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
            <Suspense fallback={<Skeleton height={220} />}>
              <ReportBars
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

const answerOf = ({ months: [now] }: Report): string =>
  now
    ? `${money(now.earned_net)} earned in ${monthText(now.month)} so far. ${money(now.deferred)} is billed for later days.`
    : 'Nothing earned yet.'

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
    ...headers.map(([figure, header, leaves]): Column<EarnedMonth> => ({
      key: figure,
      header,
      leaves,
      numeric: true,
      sortValue: (row) => Number(row[figure]),
      cell: (row) => (
        <RowsLink
          filters={{ number: figure, month: row.month }}
          value={Number(row[figure])}
          text={money(row[figure])}
        />
      ),
      // what is deferred stands at a moment: months don’t add up
      ...(figure !== 'deferred' && {
        total: (
          <RowsLink
            filters={{ number: figure, ...shown }}
            value={Number(totals[figure])}
            text={money(totals[figure])}
          />
        ),
      }),
    })),
  ]
}
