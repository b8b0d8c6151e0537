import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addMonths } from '#contract/billing/days.ts'
import { amount, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { movementKinds, movementNames, type MovementKind } from '#contract/reports/customers.ts'
import type { CountedRowFilters } from '#contract/reports/counted-rows.ts'
import type { RecurringMonth } from '#contract/reports/recurring-revenue.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { recurringRevenueAnswer } from '#contract/reports/tab-answers.ts'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { ReportNotes } from '../../../ui/report/notes/ReportNotes.tsx'
import { ReportPage } from '../../../ui/report/ReportPage.tsx'
import { Waterfall } from '../../../ui/report/Waterfall.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, percent } from '../../../ui/values.tsx'
import { movementSteps } from '../movement-steps.ts'
import { amountColumn } from '../rows/columns.tsx'
import { movementsLink, RowsLink, rowsLink } from '../RowsLink.tsx'
import {
  ClosedMonthsNotice,
  Freshness,
  MonthName,
  monthsRange,
  monthsUrl,
  RevenueControls,
} from './views.tsx'

type Report = Result<'getRecurringRevenue'>
/** MRR: what moved it in a month, and each month’s movements and rates. */
export default function RecurringRevenue() {
  const [{ months, month }, set] = useUrl(monthsUrl)
  const query = useQuery({
    ...api.getRecurringRevenue.query({ query: { months: Number(months) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report="monthly-revenue"
      title="Monthly Revenue"
      query={query}
      answer={recurringRevenueAnswer}
      definitions={definitions.recurring_revenue}
      note={(report) => (
        <>
          MRR is a rate on a day, not money that moved. <Freshness {...report} />
        </>
      )}
      controls={<RevenueControls />}
    >
      {(report) => {
        const chosen = report.months.find((row) => row.month === month) ?? report.months[0]
        return (
          <>
            <ClosedMonthsNotice />
            {chosen && (
              <Panel
                title={`MRR in ${monthText(chosen.month)}`}
                actions={
                  <Select
                    aria-label="Month"
                    allowDeselect={false}
                    value={chosen.month}
                    onChange={(value) =>
                      set({ month: value === report.months[0]?.month ? undefined : (value ?? undefined) })
                    }
                    data={report.months.map((row) => ({ value: row.month, label: monthText(row.month) }))}
                  />
                }
              >
                <Waterfall
                  label={`What moved MRR in ${monthText(chosen.month)}`}
                  steps={movementSteps(chosen)}
                  value={amount}
                  linkTo={({ kind }) => kind && movementsLink(chosen.month, kind)}
                />
              </Panel>
            )}
            <ReportNotes report="monthly-revenue" range={monthsRange(report.months)} />
            <DataTable
              label="MRR by month"
              exportSource={{ list: 'recurring_revenue', input: { months: Number(months) } }}
              columns={columnsOf(report)}
              rows={report.months}
              id={(row) => row.month}
              fetching={query.isFetching}
              empty="No months."
            />
          </>
        )
      }}
    </ReportPage>
  )
}

const movementOf = ({ movements }: RecurringMonth, kind: MovementKind) =>
  movements.find((movement) => movement.kind === kind)?.amount ?? '0.00'
const rate = (share: number | null) => (share === null ? '—' : percent(share * 100))
const columnsOf = ({ today }: Report): readonly Column<RecurringMonth>[] => {
  const column = ({
    valueOf,
    text,
    rowsOf,
    ...basics
  }: {
    key: string
    header: string
    leaves: number
    valueOf: (row: RecurringMonth) => number | null
    text: (row: RecurringMonth) => string
    /** What the number counts. */
    rowsOf: (row: RecurringMonth) => CountedRowFilters
  }): Column<RecurringMonth> => ({
    ...basics,
    numeric: true,
    sortValue: valueOf,
    cell: (row) => <RowsLink filters={rowsOf(row)} value={valueOf(row)} text={text(row)} />,
  })
  const paying = ({ month }: RecurringMonth) => ({ number: 'paying', month }) as const
  const churn = (
    key: 'vendor_churn' | 'gross_churn' | 'net_churn',
    header: string,
    leaves: number,
    number: 'left' | 'lost' | 'retained',
  ) =>
    column({
      key,
      header,
      leaves,
      valueOf: (row) => row[key],
      text: (row) => rate(row[key]),
      rowsOf: ({ month }) => ({ number, month }),
    })
  return [
    {
      key: 'month',
      header: 'Month',
      leaves: 0,
      sortValue: (row) => row.month,
      cell: (row) => <MonthName month={row.month} today={today} />,
    },
    amountColumn({
      key: 'opening',
      header: 'Opening',
      leaves: 3,
      value: (row) => row.opening,
      to: ({ month }) => rowsLink({ number: 'paying', month: addMonths(month, -1) }),
    }),
    ...movementKinds.map((kind) =>
      amountColumn<RecurringMonth>({
        key: kind,
        header: movementNames[kind],
        leaves: 2,
        value: (row) => movementOf(row, kind),
        to: ({ month }) => movementsLink(month, kind),
      }),
    ),
    amountColumn({
      key: 'closing',
      header: 'Closing',
      value: (row) => row.closing,
      to: (row) => rowsLink(paying(row)),
    }),
    column({
      key: 'vendors',
      header: 'Paying vendors',
      leaves: 1,
      valueOf: (row) => row.vendors,
      text: (row) => count(row.vendors),
      rowsOf: paying,
    }),
    amountColumn({
      key: 'arpa',
      header: 'ARPA',
      leaves: 6,
      value: (row) => row.arpa,
      to: (row) => rowsLink(paying(row)),
    }),
    churn('vendor_churn', 'Vendor churn', 8, 'left'),
    churn('gross_churn', 'Gross churn', 7, 'lost'),
    churn('net_churn', 'Net churn', 7, 'retained'),
  ]
}
