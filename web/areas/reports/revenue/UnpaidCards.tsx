import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { amount, money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { CountedRowFilters } from '#contract/reports/counted-rows.ts'
import {
  cardOutcomeNames,
  cardOutcomes,
  type CardOutcome,
  type CountedOutcome,
  type UnpaidMonth,
} from '#contract/reports/recurring-revenue.ts'
import { api } from '../../../api.ts'
import { Empty, Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, many, percent } from '../../../ui/values.tsx'
import { RowsLink } from '../RowsLink.tsx'
import { monthsUrl, RevenueControls, shownMonths } from './views.tsx'
import { ChartSkeleton } from '../../../ui/report/ChartSkeleton.tsx'

const ReportBars = lazy(() => import('../../../ui/report/ReportBars.tsx'))
type Report = Result<'getUnpaidCards'>
const measures = { amount: 'Amount', invoices: 'Invoices' } as const
type Measure = keyof typeof measures
const url = monthsUrl.extend({ by: z.enum(['amount', 'invoices']).catch('amount').default('amount') })
const definitions: readonly Definition[] = [
  ['Counted', 'Renewal invoices whose first attempt failed, by month of issue.'],
  ['Attempts 2 to 5', 'Automatic attempts on days 1, 3, 5 and 7 after the issue, with the same card.'],
  ['Retried manually', 'Paid with the same card by an attempt that staff or the vendor started.'],
  ['Another card', 'Paid with a card other than the one that failed first.'],
  ['Outside', 'Recorded as paid outside of the gateway.'],
  ['Recovered', 'Paid in any of these ways.'],
]

/** Invoices whose card failed at first, and what became of them. */
export default function UnpaidCards() {
  const [{ months, by }, set] = useUrl(url)
  const query = useQuery({
    ...api.getUnpaidCards.query({ query: { months: Number(months) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      title="Monthly Revenue"
      query={query}
      answer={answerOf}
      definitions={definitions}
      note={() => 'Invoices by month of issue, with today’s outcome.'}
      controls={
        <>
          <RevenueControls />
          <SegmentedControl
            aria-label="Numbers"
            value={by}
            onChange={(value) => set({ by: value === 'amount' ? undefined : value })}
            data={Object.entries(measures).map(([value, label]) => ({ value, label }))}
          />
        </>
      }
    >
      {(report) =>
        report.totals.invoices === 0 ? (
          <Empty>No first attempt failed in these months.</Empty>
        ) : (
          <>
            <Panel title="What became of them">
              <Suspense fallback={<ChartSkeleton bars={report.totals.outcomes.length} />}>
                <ReportBars
                  sideways
                  points={report.totals.outcomes.map((counted) => ({
                    name: cardOutcomes[counted.outcome],
                    [measures[by]]: figureOf(counted, by),
                  }))}
                  series={[{ name: measures[by], color: 'var(--d1)' }]}
                  value={by === 'amount' ? money : count}
                />
              </Suspense>
            </Panel>
            <DataTable
              label="Unpaid cards by month"
              exportSource={{ list: 'unpaid_cards', input: { months: Number(months) } }}
              name={`Unpaid cards ${by}`}
              columns={columnsOf(report, by)}
              rows={report.months.filter(({ invoices }) => invoices > 0)}
              id={(row) => row.month}
              fetching={query.isFetching}
              empty="No months."
            />
          </>
        )
      }
    </ReportPage>
  )
}

const figureOf = ({ invoices, amount }: Pick<CountedOutcome, 'invoices' | 'amount'>, by: Measure) =>
  by === 'amount' ? Number(amount) : invoices
const textOf = (figure: number, by: Measure) => (by === 'amount' ? amount(figure) : count(figure))
const share = (part: number, whole: number) => (whole > 0 ? percent((part / whole) * 100) : '—')

const answerOf = ({ totals }: Report): string =>
  totals.invoices === 0
    ? 'No first attempt failed.'
    : `${money(totals.recovered_amount)} of ${money(totals.amount)} recovered (${share(
        Number(totals.recovered_amount),
        Number(totals.amount),
      )}): ${count(totals.recovered)} of ${many(totals.invoices, 'invoice')} whose first attempt failed.`

const room: Partial<Record<CardOutcome, number>> = { open: 0, try_2: 2, another_card: 3, written_off: 1 }
type Counted = Omit<UnpaidMonth, 'month'>
const columnsOf = ({ months, totals }: Report, by: Measure): readonly Column<UnpaidMonth>[] => {
  const outcomeOf = (row: Counted, outcome: CardOutcome) => {
    const counted = row.outcomes.find((found) => found.outcome === outcome)
    return counted ? figureOf(counted, by) : 0
  }
  const recoveredOf = ({ recovered, recovered_amount }: Counted) =>
    by === 'amount' ? Number(recovered_amount) : recovered
  const linked = (
    narrowed: Pick<CountedRowFilters, 'outcome'>,
    valueOf: (row: Counted) => number,
    text: (row: Counted) => string = (row) => textOf(valueOf(row), by),
  ) => {
    const link = (row: Counted, period: Pick<CountedRowFilters, 'month' | 'until'>) => (
      <RowsLink
        filters={{ number: 'unpaid', ...period, ...narrowed }}
        value={valueOf(row)}
        text={text(row)}
      />
    )
    return {
      cell: (row: UnpaidMonth) => link(row, { month: row.month }),
      total: link(totals, shownMonths(months)),
    }
  }
  return [
    {
      key: 'month',
      header: 'Issued in',
      leaves: 0,
      sortValue: (row) => row.month,
      cell: (row) => monthText(row.month),
      total: 'Total',
    },
    {
      key: 'failed',
      header: 'First attempt failed',
      leaves: 0,
      numeric: true,
      sortValue: (row) => figureOf(row, by),
      ...linked({}, (row) => figureOf(row, by)),
    },
    {
      key: 'recovered',
      header: 'Recovered',
      leaves: 0,
      numeric: true,
      sortValue: (row) => recoveredOf(row) / figureOf(row, by),
      ...linked({ outcome: 'recovered' }, recoveredOf, (row) => share(recoveredOf(row), figureOf(row, by))),
    },
    ...cardOutcomeNames
      .filter((outcome) => totals.outcomes.some((counted) => counted.outcome === outcome))
      .map((outcome, i): Column<UnpaidMonth> => ({
        key: outcome,
        header: cardOutcomes[outcome],
        leaves: room[outcome] ?? 4 + i,
        numeric: true,
        sortValue: (row) => outcomeOf(row, outcome),
        ...linked({ outcome }, (row) => outcomeOf(row, outcome)),
      })),
  ]
}
