import { Button, SegmentedControl } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { addDays, dayOf } from '#contract/billing/days.ts'
import { dayText, money, monthText } from '#contract/formats.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  goalYears,
  monthsBack,
  truthRows,
  type TheTruth as Report,
  type TruthCell,
  type TruthPeriod,
  type TruthRow,
} from '#contract/reports/the-truth.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { MonthPicker } from '../../ui/report/MonthPicker.tsx'
import { ReportPage, type Definition } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count, Moment, Status } from '../../ui/values.tsx'
import { GoalForm } from './GoalForm.tsx'

const spans = ['4', '12', '24'] as const
const url = z.object({
  view: z.enum(['weekly', 'monthly']).catch('weekly').default('weekly'),
  year: z.coerce.number().int().min(2000).max(9999).optional().catch(undefined),
  month: z.coerce.number().int().min(1).max(12).optional().catch(undefined),
  months: z.enum(spans).catch('4').default('4'),
})
const definitions: readonly Definition[] = [
  ...Object.values(truthRows),
  ['Weeks', 'Seven days from Tuesday, 04:00:34 UTC, counted from April 3, 2018.'],
  ['Reached', 'The number is at least the goal, or below it if the goal starts with <.'],
]

/** What came of the goals, by week or month: one page for the wall. */
export default function TheTruth() {
  const [{ view, year, month, months }, set] = useUrl(url)
  const [today] = useState(() => dayOf(Date.now()))
  const [isEditing, setIsEditing] = useState(false)
  const chosen =
    year !== undefined && month !== undefined
      ? `${year}-${String(month).padStart(2, '0')}`
      : today.slice(0, 7)
  const from = addMonths(chosen, 1 - Number(months))
  const query = useQuery({
    ...api.getTheTruth.query({
      query: {
        view,
        ...partsOf(chosen),
        ...(view === 'monthly' &&
          Number(months) !== monthsBack + 1 && {
            from_year: partsOf(from).year,
            from_month: partsOf(from).month,
          }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ReportPage
        title="The Truth"
        query={query}
        answer={answerOf}
        definitions={definitions}
        note={(report) =>
          report.view === 'weekly' ? 'Weeks start on Tuesdays at 04:00:34.' : 'Calendar months.'
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
              onChange={(value) => set({ view: value === 'weekly' ? undefined : value })}
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
          <DataTable
            label="Goals and numbers"
            name={`The Truth ${report.view}`}
            columns={columnsOf(report)}
            rows={report.rows}
            id={(row) => row.which}
            fetching={query.isFetching}
            empty="No numbers."
          />
        )}
      </ReportPage>
      {isEditing && query.data && (
        <GoalForm
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

function answerOf({ view, periods, rows }: Report): string {
  const running = periods.at(-1)
  const cell = rows.find(({ which }) => which === 'new_paying')?.cells.at(-1)
  if (!running || !cell) return ''
  const when = running.is_running
    ? view === 'weekly'
      ? 'this week so far'
      : 'this month so far'
    : `in ${nameOf(running)}`
  const goal = cell.goal ? `, the goal is ${cell.goal.text}` : '. No goal is set'
  const n = Number(cell.actual)
  return `${count(n)} new paying ${n === 1 ? 'vendor' : 'vendors'} ${when}${goal}.`
}
const nameOf = ({ week, start }: TruthPeriod) =>
  week === null ? monthText(start.slice(0, 10)) : `week ${week}`
const headerOf = (period: TruthPeriod) =>
  period.week === null ? nameOf(period) : `${dayText(period.start.slice(0, 10))} (${period.week})`

type Row = Report['rows'][number]
const columnsOf = ({ periods }: Report): readonly Column<Row>[] => [
  { key: 'which', header: 'Number', leaves: 0, cell: ({ which }) => truthRows[which][0] },
  ...periods.map((period, place): Column<Row> => ({
    key: period.start,
    header: `${headerOf(period)}${period.is_running ? ', so far' : ''}`,
    numeric: true,
    // the newest stay the longest
    leaves: periods.length - 1 - place,
    cell: ({ which, cells }) => {
      const cell = cells[place]
      return cell && <Cell which={which} cell={cell} period={period} />
    },
  })),
]

function Cell({ which, cell, period }: { which: TruthRow; cell: TruthCell; period: TruthPeriod }) {
  if (cell.actual === null) return <span className="faint">Not entered</span>
  const text = which === 'kept' ? money(cell.actual) : count(Number(cell.actual))
  const to = linkOf(which, period)
  return (
    <>
      {to && Number(cell.actual) !== 0 ? (
        <Link to={to} className="link">
          {text}
        </Link>
      ) : (
        text
      )}
      {cell.entered && (
        <div className="faint">
          {cell.entered.by}, <Moment tm={cell.entered.tm} />
        </div>
      )}
      {cell.goal && (
        <div title={`Goal set by ${cell.goal.by}`}>
          <Reached isReached={cell.reached === true} isRunning={period.is_running} goal={cell.goal.text} />
        </div>
      )}
    </>
  )
}

function Reached({ isReached, isRunning, goal }: { isReached: boolean; isRunning: boolean; goal: string }) {
  if (isReached)
    return (
      <Status tone="good" icon={IconCircleCheck}>
        {isRunning && goal.trim().startsWith('<') ? `Below ${goal} so far` : `Reached ${goal}`}
      </Status>
    )
  return isRunning && !goal.trim().startsWith('<') ? (
    <Status tone="wait" icon={IconClock}>{`Goal ${goal}`}</Status>
  ) : (
    <Status tone="bad" icon={IconCircleX}>{`Missed ${goal}`}</Status>
  )
}

/** The rows behind a number, where a list has exactly those. */
function linkOf(which: TruthRow, { week, start, end }: TruthPeriod): string | undefined {
  if (week !== null) return undefined
  const first = start.slice(0, 10)
  if (which === 'kept') return links.report('monthly-revenue/payments', { month: first })
  return which === 'registrations'
    ? links.vendorSearch({ since: first, until: addDays(end.slice(0, 10), -1) })
    : undefined
}
