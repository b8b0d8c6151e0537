import { SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { z } from 'zod'
import { gateMeasure, measureKind, type GateMeasure } from '#contract/feeds/gate.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { Empty, LoadError, Panel } from '../../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count, many, percent } from '../../../ui/values.tsx'
import { goTo } from '../../../ui/page/place.ts'
import { measuredRunsId } from '../anchors.ts'
import { CountGroups } from '../run/CountGroups.tsx'
import { HeldRuns } from '../run/HeldRuns.tsx'
import { reportCounts } from '../run/report-counts.ts'

type Report = Result<'reportGate'>
type MeasureRow = Report['measures'][number]

const choices = ['7', '30', '90'] as const
const url = z.object({
  days: z.enum(choices).catch('30').default('30'),
  measure: gateMeasure.optional().catch(undefined),
})

/** What the gate held and how people decided, which shows whether its limits are right. */
export function GateReport({ modes }: { modes: ReactNode }) {
  const [{ days, measure }, set] = useUrl(url)
  const { data, error, refetch } = useQuery({
    ...api.reportGate.query({ query: { days: Number(days) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="verdict">{data ? <Answer report={data} days={days} /> : <>&nbsp;</>}</p>
      <div className="list-bar">
        {modes}
        <SegmentedControl
          aria-label="Days"
          value={days}
          onChange={(value) => set({ days: value === '30' ? undefined : value }, { replace: true })}
          data={choices.map((value) => ({ value, label: `${value} days` }))}
        />
      </div>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} />}
      {data && (
        <Panel title={`Checks, last ${days} days`}>
          {data.runs === 0 ? (
            <Empty>No checked runs in this period.</Empty>
          ) : (
            <>
              <div className="report-counts">
                <CountGroups groups={reportCounts(data)} />
              </div>
              <DataTable
                label="By check"
                rows={data.measures}
                id={(m) => m.name}
                open={(m) => set({ measure: m.name }, { replace: true })}
                current={(m) => m.name === measure}
                columns={columns}
                empty="No holds or warnings."
              />
            </>
          )}
        </Panel>
      )}
      {measure && <MeasuredRuns measure={measure} days={Number(days)} />}
    </>
  )
}

/** The runs behind a row of the report. */
function MeasuredRuns({ measure, days }: { measure: GateMeasure; days: number }) {
  const { data } = useQuery({
    ...api.listMeasuredRuns.query({ query: { days, measure } }),
    placeholderData: keepPreviousData,
  })
  // scroll to the runs: they are below the list that was clicked
  const came = data !== undefined
  useEffect(() => {
    if (came) goTo(measuredRunsId)
  }, [measure, came])
  return (
    <HeldRuns
      id={measuredRunsId}
      title={`Runs: ${measureKind(measure).label}`}
      runs={data}
      empty="No runs in this period."
      extraColumns={[{ key: 'supplier', header: 'Supplier', width: 180, leaves: 0, cell: (r) => r.supplier }]}
    />
  )
}

function Answer({
  report: { runs, held: heldRuns, let_through, rolled_back },
  days,
}: {
  report: Report
  days: string
}) {
  if (runs === 0) return `No checked runs in the last ${days} days.`
  const heldText = `${count(heldRuns)} of ${many(runs, 'run')} ${heldRuns === 1 ? 'was' : 'were'} held`
  return (
    <>
      {heldRuns === 0
        ? `None of ${many(runs, 'run')} ${runs === 1 ? 'was' : 'were'} held.`
        : `${heldText}; ${wrongText(let_through)}.`}{' '}
      {rolled_back > 0 && (
        <em>{`${count(rolled_back)} that passed ${rolled_back === 1 ? 'was' : 'were'} rolled back.`}</em>
      )}
    </>
  )
}

/** How many held runs a person let through. */
function wrongText(let_through: number): string {
  if (let_through === 0) return 'none approved later'
  return `${count(let_through)} wrongly (approved later)`
}

/** Zeros are faint. */
const figure = (n: number) => (n === 0 ? <span className="faint">0</span> : count(n))

const columns: readonly Column<MeasureRow>[] = [
  { key: 'measure', header: 'Check', sortValue: (m) => m.label, cell: (m) => m.label },
  {
    key: 'held',
    header: 'Held',
    numeric: true,
    leaves: 0,
    sortValue: (m) => m.held,
    cell: (m) => figure(m.held),
  },
  {
    key: 'through',
    header: 'Wrongly held',
    numeric: true,
    leaves: 0,
    sortValue: (m) => m.let_through,
    cell: (m) => figure(m.let_through),
  },
  {
    key: 'rate',
    header: '% of holds',
    numeric: true,
    leaves: 1,
    sortValue: (m) => (m.held > 0 ? m.let_through / m.held : null),
    cell: (m) => <span className="quiet">{m.held > 0 ? percent((m.let_through / m.held) * 100) : '—'}</span>,
  },
  {
    key: 'discarded',
    header: 'Correctly held',
    numeric: true,
    leaves: 2,
    sortValue: (m) => m.discarded,
    cell: (m) => figure(m.discarded),
  },
  {
    key: 'warned',
    header: 'Warnings',
    numeric: true,
    leaves: 3,
    sortValue: (m) => m.warned,
    cell: (m) => figure(m.warned),
  },
  {
    key: 'expected',
    header: 'Expected changes',
    numeric: true,
    leaves: 4,
    sortValue: (m) => m.expected,
    cell: (m) => figure(m.expected),
  },
]
