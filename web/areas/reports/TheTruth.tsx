import { Button, SegmentedControl } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { addDays, dayOf } from '#contract/billing/days.ts'
import { amount, dayText } from '#contract/formats.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  goalYears,
  isEnteredRow,
  isMoneyRow,
  monthsBack,
  truthRows,
  type TheTruth as Report,
  type TruthCell,
  type TruthPeriod,
  type TruthRow,
} from '#contract/reports/the-truth.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { truthAnswer, truthPeriodName } from '#contract/reports/tab-answers.ts'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { MonthPicker } from '../../ui/report/MonthPicker.tsx'
import { ReportPage } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count, Moment, Status } from '../../ui/values.tsx'
import { GoalForm } from './GoalForm.tsx'
import { TruthRows } from './TruthRows.tsx'
import { ChartSkeleton } from '../../ui/report/ChartSkeleton.tsx'

const ReportChart = lazy(() => import('../../ui/report/ReportChart.tsx'))

const spans = ['4', '12', '24'] as const
const url = z.object({
  view: z.enum(['weekly', 'monthly']).catch('weekly').default('weekly'),
  year: z.coerce.number().int().min(2000).max(9999).optional().catch(undefined),
  month: z.coerce.number().int().min(1).max(12).optional().catch(undefined),
  months: z.enum(spans).catch('4').default('4'),
  // the number whose rows are open, by its row, its period's start and its owner
  rows: z
    .enum(Object.keys(truthRows) as [TruthRow, ...TruthRow[]])
    .optional()
    .catch(undefined),
  at: z.string().optional().catch(undefined),
  owner: z.string().optional().catch(undefined),
})
/** What came of the goals, by week or month: one page for the wall. */
export default function TheTruth() {
  const [{ view, year, month, months, ...open }, set] = useUrl(url)
  const [today] = useState(() => dayOf(Date.now()))
  const [isEditing, setIsEditing] = useState(false)
  const chosen =
    year !== undefined && month !== undefined
      ? `${year}-${String(month).padStart(2, '0')}`
      : today.slice(0, 7)
  const from = addMonths(chosen, 1 - Number(months))
  const asked = {
    view,
    ...partsOf(chosen),
    ...(view === 'monthly' &&
      Number(months) !== monthsBack + 1 && {
        from_year: partsOf(from).year,
        from_month: partsOf(from).month,
      }),
  }
  const query = useQuery({ ...api.getTheTruth.query({ query: asked }), placeholderData: keepPreviousData })
  const close = { rows: undefined, at: undefined, owner: undefined }
  return (
    <>
      <ReportPage
        report="the-truth"
        title="The Truth"
        query={query}
        answer={truthAnswer}
        definitions={definitions.the_truth}
        note={(report) =>
          report.view === 'weekly' ? 'Weeks start on Tuesdays at 4:00 AM UTC.' : 'Calendar months.'
        }
        actions={
          <Button variant="default" disabled={!query.data} onClick={() => setIsEditing(true)}>
            Edit goals…
          </Button>
        }
        controls={
          <>
            <SegmentedControl
              aria-label="View"
              value={view}
              onChange={(value) => set({ ...close, view: value === 'weekly' ? undefined : value })}
              data={[
                { value: 'weekly', label: 'Weekly' },
                { value: 'monthly', label: 'Monthly' },
              ]}
            />
            <MonthPicker chosen={partsOf(chosen)} today={today} years={goalYears} set={set} />
            {view === 'monthly' && (
              <SegmentedControl
                aria-label="Months"
                value={months}
                onChange={(value) => set({ months: value === '4' ? undefined : value })}
                data={spans.map((n) => ({ value: n, label: `${n} months` }))}
              />
            )}
          </>
        }
      >
        {(report) => (
          <>
            <Panel title="New paying vendors">
              <Suspense fallback={<ChartSkeleton hasLegend hasNotes />}>
                <NewPaying report={report} open={(at) => set({ rows: 'new_paying', at, owner: undefined })} />
              </Suspense>
            </Panel>
            <DataTable
              label="Goals and numbers"
              name={`The Truth ${report.view}`}
              exportSource={{
                list: report.rows.some((row) => isMoneyRow(row.which)) ? 'the_truth_money' : 'the_truth',
                input: asked,
              }}
              columns={columnsOf(report)}
              rows={report.rows}
              id={(row) => `${row.which} ${row.owner ?? ''}`}
              fetching={query.isFetching}
              empty="No numbers."
            />
            <OpenRows report={report} open={open} close={() => set(close)} />
          </>
        )}
      </ReportPage>
      {isEditing && query.data && (
        <GoalForm
          rows={[...new Set(query.data.rows.map((row) => row.which))]}
          year={query.data.year}
          month={query.data.month}
          goals={query.data.goals}
          today={today}
          close={() => setIsEditing(false)}
        />
      )}
    </>
  )
}

const partsOf = (month: string) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5)) })

const headerOf = (period: TruthPeriod) =>
  period.week === null ? truthPeriodName(period) : `${dayText(period.start.slice(0, 10))} (${period.week})`

const lastDayOf = ({ week, start, end }: TruthPeriod) =>
  addDays(week === null ? end.slice(0, 10) : addDays(start.slice(0, 10), 7), -1)
function NewPaying({ report: { periods, rows }, open }: { report: Report; open: (at: string) => void }) {
  const cells = rows.find((row) => row.which === 'new_paying')?.cells ?? []
  const last = periods.at(-1)
  if (!last) return null
  return (
    <ReportChart
      report="the-truth"
      label="New paying vendors"
      starts={periods.map(({ start }) => start.slice(0, 10))}
      end={lastDayOf(last)}
      points={periods.map((period, place) => ({
        name: headerOf(period),
        'New paying vendors': Number(cells[place]?.actual ?? 0),
      }))}
      series={[{ name: 'New paying vendors', color: 'var(--d1)' }]}
      value={count}
      open={(place) => open(periods[place]?.start ?? '')}
    />
  )
}

/** The rows of the number that the address names. */
function OpenRows({
  report,
  open: { rows: measure, at, owner },
  close,
}: {
  report: Report
  open: { rows?: TruthRow | undefined; at?: string | undefined; owner?: string | undefined }
  close: () => void
}) {
  const period = report.periods.find(({ start }) => start === at)
  if (measure === undefined || period === undefined || isEnteredRow(measure)) return null
  return (
    <TruthRows
      measure={measure}
      owner={owner}
      period={period}
      periodName={truthPeriodName(period)}
      close={close}
    />
  )
}

type Row = Report['rows'][number]
const columnsOf = ({ periods }: Report): readonly Column<Row>[] => [
  {
    key: 'which',
    header: 'Number',
    leaves: 0,
    cell: (row) =>
      row.owner === null ? truthRows[row.which][0] : <span className="quiet">– {row.owner}</span>,
  },
  ...periods.map((period, place): Column<Row> => ({
    key: period.start,
    header: `${headerOf(period)}${period.is_running ? ', so far' : ''}`,
    numeric: true,
    // the newest stay the longest
    leaves: periods.length - 1 - place,
    cell: ({ which: measure, owner, cells }) => {
      const cell = cells[place]
      return cell && <Cell measure={measure} owner={owner} cell={cell} period={period} />
    },
  })),
]

function Cell({
  measure,
  owner,
  cell,
  period,
}: {
  measure: TruthRow
  owner: string | null
  cell: TruthCell
  period: TruthPeriod
}) {
  return (
    <>
      <Actual measure={measure} owner={owner} cell={cell} period={period} />
      {cell.entered && (
        <div className="faint">
          {cell.entered.by}, <Moment tm={cell.entered.tm} />
        </div>
      )}
      {cell.goal && (
        <div title={`Goal set by ${cell.goal.by}`}>
          <Reached isReached={cell.reached} isRunning={period.is_running} goal={cell.goal.text} />
        </div>
      )}
    </>
  )
}

/** The number, which opens its rows. */
function Actual({ measure, owner, cell, period }: Parameters<typeof Cell>[0]) {
  const { search } = useLocation()
  if (cell.actual === null) return <span className="faint">Not entered</span>
  const text = isMoneyRow(measure) ? amount(cell.actual) : count(Number(cell.actual))
  if (isEnteredRow(measure) || Number(cell.actual) === 0) return text
  return (
    <Link
      to="."
      search={{ ...search, rows: measure, at: period.start, owner: owner ?? undefined }}
      resetScroll={false}
      className="link"
    >
      {text}
    </Link>
  )
}

function Reached({
  isReached,
  isRunning,
  goal,
}: {
  isReached: boolean | null
  isRunning: boolean
  goal: string
}) {
  const isBelow = goal.trim().startsWith('<')
  if (isReached)
    return (
      <Status tone="good" icon={IconCircleCheck}>
        {isRunning && isBelow ? `Below ${goal} so far` : `Reached ${goal}`}
      </Status>
    )
  return isReached === null || (isRunning && !isBelow) ? (
    <Status tone="wait" icon={IconClock}>{`Goal ${goal}`}</Status>
  ) : (
    <Status tone="bad" icon={IconCircleX}>{`Missed ${goal}`}</Status>
  )
}
