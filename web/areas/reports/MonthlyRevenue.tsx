import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import { addDays, addMonths } from '#contract/billing/days.ts'
import { money, monthText } from '#contract/formats.ts'
import {
  billedKinds,
  moneyKinds,
  type MonthlyRevenue as Report,
  type RevenueEstimate,
  type RevenueFigure,
  type RevenueMonth,
} from '#contract/reports/monthly-revenue.ts'
import { monthlyRevenueAnswer } from '#contract/reports/answers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Facts, LoadError, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { ReportPage } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { many, percent } from '../../ui/values.tsx'
import { amountColumn } from './rows/columns.tsx'
import {
  ClosedMonthsNotice,
  monthsUrl,
  RevenueControls,
  viewUrl,
  type RevenueView,
} from './revenue/views.tsx'
import { ChartSkeleton } from '../../ui/report/ChartSkeleton.tsx'

const RevenueChart = lazy(() => import('./RevenueChart.tsx'))
const tabs: Partial<Record<RevenueView, ComponentType>> = {
  recurring: lazy(() => import('./revenue/RecurringRevenue.tsx')),
  earned: lazy(() => import('./revenue/EarnedRevenue.tsx')),
  cohorts: lazy(() => import('./revenue/Cohorts.tsx')),
  'unpaid-cards': lazy(() => import('./revenue/UnpaidCards.tsx')),
  closing: lazy(() => import('./revenue/MonthClosings.tsx')),
}

/** Monthly Revenue, a tab for each kind of money. */
export default function MonthlyRevenue() {
  const [{ view }] = useUrl(viewUrl)
  const Tab = tabs[view] ?? MoneyKept
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      <Tab />
    </Suspense>
  )
}

/** What was kept each month, and what this month will bring. */
function MoneyKept() {
  const [{ months }] = useUrl(monthsUrl)
  const query = useQuery({
    ...api.getMonthlyRevenue.query({ query: { months: Number(months) } }),
    placeholderData: keepPreviousData,
  })
  const estimate = useQuery(api.getRemainingMonthEstimate.query())
  return (
    <ReportPage
      report="monthly-revenue"
      title="Monthly Revenue"
      query={query}
      answer={(report) => monthlyRevenueAnswer(report, estimate.data)}
      definitions={definitions['monthly-revenue']}
      note={() => 'Money that moved, from the ledger; bills by their day of issue.'}
      controls={<RevenueControls />}
    >
      {(report) => (
        <>
          <ClosedMonthsNotice />
          <Panel title="Rest of this month">
            {estimate.error && <LoadError error={estimate.error} retry={() => void estimate.refetch()} />}
            {!estimate.data && !estimate.error && <Skeleton height={80} />}
            {estimate.data && <Estimate estimate={estimate.data} />}
          </Panel>
          <Panel title="Recurring, set-up and kept">
            <Suspense fallback={<ChartSkeleton height={260} hasLegend hasNotes />}>
              <RevenueChart months={report.months} />
            </Suspense>
          </Panel>
          <DataTable
            label="Revenue by month"
            exportSource={{ list: 'monthly_revenue', input: { months: Number(months) } }}
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

const rateText = (rate: number | null) => (rate === null ? 'no attempts yet' : `at ${percent(rate * 100)}`)
const Estimate = ({ estimate }: { estimate: RevenueEstimate }) => (
  <Facts
    facts={[
      [
        'Kept so far',
        <Link key="kept" className="link" to={paymentsLink(estimate.month)}>
          {money(estimate.so_far)}
        </Link>,
      ],
      [`Due, ${many(estimate.due_bills, 'bill')}`, `${money(estimate.due)} ${rateText(estimate.due_rate)}`],
      [
        `Retries, ${many(estimate.retry_invoices, 'invoice')}`,
        <span key="retries">
          <Link className="link" to={links.invoices({ state: 'open' })}>
            {money(estimate.retries)}
          </Link>
          {estimate.retry_rate !== null && ` ${rateText(estimate.retry_rate)}`}
        </span>,
      ],
      ['Expected', money(estimate.estimate)],
      ['Low and high', `${money(estimate.low)} to ${money(estimate.high)}`],
    ]}
  />
)

const paymentsLink = (month: string, what?: string) =>
  links.report('monthly-revenue/payments', { month, what })
const papersLink = (month: string, figure: RevenueFigure) => {
  const to = addDays(addMonths(month, 1), -1)
  const only = { credited: '&kind=credit_note', still_open: '&state=open' }[figure as string] ?? ''
  return `${links.invoices()}?from=${month}&to=${to}${only}`
}

const headers: readonly (readonly [RevenueFigure, string, number])[] = [
  ['recurring', moneyKinds.recurring[0], 0],
  ['set_up', moneyKinds.set_up[0], 1],
  ['other', moneyKinds.other[0], 5],
  ['third_party', moneyKinds.third_party[0], 7],
  ['refunds', moneyKinds.refunds[0], 3],
  ['disputes', moneyKinds.disputes[0], 4],
  ['kept', 'Kept', 0],
  ['billed', billedKinds.billed[0], 2],
  ['credited', billedKinds.credited[0], 8],
  ['still_open', billedKinds.still_open[0], 6],
]
const isOfPapers = (figure: RevenueFigure) => figure in billedKinds
const columnsOf = ({ totals, today }: Report): readonly Column<RevenueMonth>[] => [
  {
    key: 'month',
    header: 'Month',
    leaves: 0,
    sortValue: (row) => row.month,
    cell: (row) => (
      <>
        {monthText(row.month)}
        {today.startsWith(row.month.slice(0, 7)) && <span className="faint"> so far</span>}
      </>
    ),
    total: 'Total',
  },
  ...headers.map(([figure, header, leaves]) =>
    amountColumn<RevenueMonth>({
      key: figure,
      header,
      leaves,
      value: (row) => row[figure],
      to: ({ month }) =>
        isOfPapers(figure)
          ? papersLink(month, figure)
          : paymentsLink(month, figure === 'kept' ? undefined : figure),
      total: totals[figure],
    }),
  ),
]
