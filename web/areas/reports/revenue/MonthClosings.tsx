import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { amount, dayText, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  changeReasons,
  closingDays,
  type ClosedChange,
  type MonthClosing,
} from '#contract/reports/closing.ts'
import { readable } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, Day, many } from '../../../ui/values.tsx'
import { doneOrSent, MovePreview, useMove } from '../../approvals/public.tsx'
import { RevenueControls } from './views.tsx'

type Report = Result<'listMonthClosings'>
const definitions: readonly Definition[] = [
  [
    'Closed',
    `From the ${closingDays.from}th of the next month on by a person, or automatically on the ${closingDays.itself}th. Payments must agree with the gateway, and all ledger checks must pass.`,
  ],
  ['Was', 'The number on the day of closing. It never changes.'],
  ['Now', 'The same number from today’s records.'],
  ['Reopened', 'With a reason, and once another person approved it.'],
]

/** Months that are closed, and what changed since. */
export default function MonthClosings() {
  const query = useQuery(api.listMonthClosings.query())
  const [act, setAct] = useState<{ what: 'close' | 'reopen'; month: string } | null>(null)
  return (
    <>
      <ReportPage
        title="Monthly Revenue"
        query={query}
        answer={answerOf}
        definitions={definitions}
        note={() => 'Closing keeps MRR, cohorts, money, billed and earned numbers.'}
        controls={<RevenueControls withMonths={false} />}
      >
        {(report) => {
          const changes = report.months.flatMap(({ month, closed_tm, changes: changed }) =>
            changed.map((change) => ({ ...change, month, closed_tm })),
          )
          return (
            <>
              <Blockers blockers={report.blockers} />
              {changes.length > 0 && (
                <Panel title="Changed since it was closed">
                  <DataTable
                    label="Changed since it was closed"
                    columns={changeColumns}
                    rows={changes}
                    id={({ month, measure, key }) => `${month} ${measure} ${key}`}
                    empty="No changes."
                  />
                </Panel>
              )}
              <DataTable
                label="Months"
                columns={columnsOf(report, setAct)}
                rows={report.months}
                id={(row) => row.month}
                fetching={query.isFetching}
                empty="No month has ended yet."
              />
            </>
          )
        }}
      </ReportPage>
      {act?.what === 'close' && <CloseModal month={act.month} close={() => setAct(null)} />}
      {act?.what === 'reopen' && <ReopenModal month={act.month} close={() => setAct(null)} />}
    </>
  )
}

const answerOf = ({ months, today }: Report): string => {
  const [last] = months
  if (!last) return 'No month has ended yet.'
  const name = monthText(last.month)
  if (last.closed_tm !== null)
    return last.changes.length === 0
      ? `${name} is closed.`
      : `${name} is closed. ${many(last.changes.length, 'number')} changed since.`
  return today < last.from_day
    ? `${name} is open. It can be closed from ${dayText(last.from_day)}.`
    : `${name} is open.`
}

const Blockers = ({ blockers }: Pick<Report, 'blockers'>) =>
  blockers.length > 0 && (
    <Alert color="yellow" title="No month can be closed now">
      <Stack gap={4}>
        {blockers.map(({ text, where }) => (
          <span key={text}>
            {where === 'money' ? (
              <Link className="link" to={links.money()}>
                {text}
              </Link>
            ) : (
              text
            )}
          </span>
        ))}
      </Stack>
    </Alert>
  )

const columnsOf = (
  { today, blockers }: Report,
  act: (act: { what: 'close' | 'reopen'; month: string }) => void,
): readonly Column<MonthClosing>[] => [
  {
    key: 'month',
    header: 'Month',
    leaves: 0,
    sortValue: (row) => row.month,
    cell: (row) => monthText(row.month),
  },
  { key: 'state', header: 'State', leaves: 0, cell: (row) => <State row={row} today={today} /> },
  {
    key: 'by',
    header: 'By',
    leaves: 2,
    wrap: true,
    cell: ({ closed_by_name: name, reopened }) =>
      name ?? (reopened ? `${reopened.by_name}: ${reopened.reason}` : ''),
  },
  {
    key: 'changes',
    header: 'Changed since',
    leaves: 1,
    numeric: true,
    cell: ({ closed_tm, changes }) => (closed_tm === null ? '' : count(changes.length)),
  },
  {
    key: 'act',
    header: '',
    leaves: 0,
    cell: ({ month, closed_tm, from_day, reopen_requested_by }) =>
      closed_tm === null ? (
        <Button
          size="compact-xs"
          variant="default"
          disabled={today < from_day || blockers.length > 0}
          onClick={() => act({ what: 'close', month })}
        >
          Close…
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          disabled={reopen_requested_by !== null}
          onClick={() => act({ what: 'reopen', month })}
        >
          Reopen…
        </Button>
      ),
  },
]

function State({ row, today }: { row: MonthClosing; today: string }) {
  if (row.reopen_requested_by !== null)
    return (
      <>
        Closed. {row.reopen_requested_by} requested to reopen it:{' '}
        <Link className="link" to={links.money()}>
          needs approval
        </Link>
      </>
    )
  if (row.closed_tm !== null)
    return (
      <>
        Closed <Day tm={row.closed_tm} />
      </>
    )
  if (row.reopened)
    return (
      <>
        Reopened <Day tm={row.reopened.tm} />
      </>
    )
  return today < row.from_day ? `Open, can be closed from ${dayText(row.from_day)}` : 'Open'
}

type Changed = ClosedChange & Pick<MonthClosing, 'month' | 'closed_tm'>
const valueText = ({ is_count }: Changed, text: string) => (is_count ? count(Number(text)) : amount(text))
const changeColumns: readonly Column<Changed>[] = [
  { key: 'month', header: 'Month', leaves: 0, cell: (row) => monthText(row.month) },
  { key: 'figure', header: 'Number', leaves: 0, cell: (row) => row.name },
  {
    key: 'was',
    header: 'Was',
    leaves: 0,
    numeric: true,
    cell: (row) => (
      <>
        {valueText(row, row.was)}
        {row.closed_tm && (
          <span className="faint">
            {' '}
            on <Day tm={row.closed_tm} />
          </span>
        )}
      </>
    ),
  },
  { key: 'now', header: 'Now', leaves: 0, numeric: true, cell: (row) => valueText(row, row.now) },
  {
    key: 'why',
    header: 'Why',
    leaves: 1,
    wrap: true,
    cell: ({ why }) =>
      why.map(({ what, vendor_id, company, day }, i) => (
        <span key={`${what} ${vendor_id} ${day}`}>
          {i > 0 && '; '}
          {changeReasons[what] ?? readable(what)}
          {', '}
          <Link className="link" to={links.vendor(vendor_id, 'billing_history')}>
            {company ?? vendor_id}
          </Link>
          <span className="faint"> {dayText(day)}</span>
        </span>
      )),
  },
  { key: 'differs', header: 'Changed', leaves: 2, moment: (row) => row.differs_tm },
]

const CloseModal = ({ month, close }: { month: string; close: () => void }) => (
  <ActModal
    title={`Close ${monthText(month)}?`}
    act="Close month"
    run={() => api.closeMonth({ body: { month } })}
    doneText={`${monthText(month)} closed`}
    close={close}
  >
    <Text size="sm">
      Its numbers are kept. Later changes are listed next to them. Another person must approve reopening.
    </Text>
  </ActModal>
)

function ReopenModal({ month, close }: { month: string; close: () => void }) {
  const move = useMove({ act: 'reopen_month', body: { month, reason: 'Reopen' } })
  return (
    <ReasonModal
      title={`Reopen ${monthText(month)}?`}
      act="Request approval"
      run={(reason) => api.reopenMonth({ body: { month, reason } })}
      doneText={(answer) => doneOrSent(answer, `${monthText(month)} reopened`)}
      close={close}
    >
      <Text size="sm">The kept numbers are replaced when the month is closed again.</Text>
      <MovePreview move={move} />
    </ReasonModal>
  )
}
