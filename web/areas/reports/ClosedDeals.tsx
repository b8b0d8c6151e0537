import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { addDays } from '#contract/billing/days.ts'
import { amount, dayText, money } from '#contract/formats.ts'
import { dealKinds, type ClosedDeal, type ClosedDeals as Report } from '#contract/reports/closed-deals.ts'
import { closedDealsAnswer } from '#contract/reports/answers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { z } from 'zod'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Compared, type ComparedFigure } from '../../ui/report/Compared.tsx'
import { faultsOf } from '../../ui/report/faults.ts'
import { seriesIn } from '../../ui/report/chart/series.ts'
import { ListedOfAll } from '../../ui/report/ListedOfAll.tsx'
import { ReportPage } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count, Status } from '../../ui/values.tsx'
import { ownerColors } from './owner-colors.ts'
import { useUpgradeRange } from './useUpgradeRange.tsx'
import { amountColumn, dayColumn, vendorColumn } from './rows/columns.tsx'
import { ChartSkeleton } from '../../ui/report/ChartSkeleton.tsx'

const ReportChart = lazy(() => import('../../ui/report/ReportChart.tsx'))
const usualMonths = 3
/** More owners than this would be too many colors to tell apart. */
const mostDrawn = 6

const compared: readonly ComparedFigure<Report>[] = [
  { name: 'Deals', value: ({ all }) => all.deals, text: count },
  { name: 'MRR added', value: ({ all }) => Number(all.added), text: amount },
  { name: 'Lost deals', value: ({ lost }) => lost.deals, text: count },
]

const url = z.object({ owner: z.string().min(1).max(200).optional().catch(undefined) })

/** Who started to pay or pays more, and whose deal it was. */
export default function ClosedDeals() {
  const { range, fault, controls, setRange } = useUpgradeRange(usualMonths, `Last ${usualMonths} months`)
  const [{ owner }, set] = useUrl(url)
  const query = useQuery({
    ...api.getClosedDeals.query({ body: { ...range, owner } }),
    placeholderData: keepPreviousData,
    enabled: fault === undefined,
  })
  return (
    <ReportPage
      report="closed-deals"
      title="Closed Deals"
      query={query}
      faults={fault}
      answer={closedDealsAnswer}
      definitions={definitions['closed-deals']}
      note={(report) =>
        `${dayText(report.start)} to ${dayText(report.end)}.${owner === undefined ? '' : ` Only deals of ${owner}.`}`
      }
      controls={
        <>
          {controls(fault ?? faultsOf(query.error))}
          {owner !== undefined && (
            <Button variant="default" onClick={() => set({ owner: undefined })}>
              All owners
            </Button>
          )}
        </>
      }
    >
      {(report) => (
        <>
          {report.total > 0 && (
            <Panel title="MRR added by week and owner">
              <Suspense fallback={<ChartSkeleton hasLegend hasTable hasNotes />}>
                <Weeks report={report} setRange={setRange} />
              </Suspense>
            </Panel>
          )}
          {report.total > 0 && (
            <Panel title="By owner">
              <DataTable
                label="Deals by owner"
                columns={ownerColumns(report, (name) => set({ owner: name }))}
                rows={report.by_owner}
                id={(row) => row.owner}
                fetching={query.isFetching}
                empty="No deals."
              />
            </Panel>
          )}
          <Compared
            report={report}
            range={report}
            figures={compared}
            read={(days) => api.getClosedDeals.query({ body: { ...days, owner } })}
          />
          <ListedOfAll listed={report.deals.length} total={report.total} noun="deal" which="newest" />
          <DataTable
            label="Closed deals"
            exportSource={{ list: 'closed_deals', input: { start: report.start, end: report.end, owner } }}
            columns={columnsOf(report)}
            rows={report.deals}
            id={(row) => `${row.vendor_id} ${row.day}`}
            fetching={query.isFetching}
            empty="No deals in this range."
          />
        </>
      )}
    </ReportPage>
  )
}

const others = 'Others'
/** The owners with a color of their own, and one for the rest. */
function seriesOf({ by_owner }: Report) {
  const names = by_owner.map(({ owner }) => owner)
  const drawn = names.length > mostDrawn ? [...names.slice(0, mostDrawn - 1), others] : names
  const places = ownerColors(drawn)
  return drawn.map((name) => seriesIn(name, places.get(name) ?? 0))
}
function Weeks({
  report,
  setRange,
}: {
  report: Report
  setRange: (range?: { start: string; end: string }) => void
}) {
  const weeks = weeksOf(report)
  const last = weeks.at(-1)?.starts ?? report.end
  return (
    <ReportChart
      stacked
      withTable
      label="MRR added by week and owner"
      report="closed-deals"
      starts={weeks.map(({ starts }) => starts)}
      end={addDays(last, 6)}
      setRange={setRange}
      points={weeks.map(({ point }) => point)}
      series={seriesOf(report)}
      value={money}
      open={(place) => {
        const start = weeks[place]?.starts
        if (start !== undefined) setRange({ start, end: addDays(start, 6) })
      }}
    />
  )
}
/** Every week from the first deal to the last one. */
function weeksOf(report: Report) {
  const names = new Set(seriesOf(report).map(({ name }) => name))
  const zeros = Object.fromEntries([...names].map((name) => [name, 0]))
  const deals = Map.groupBy(report.weeks, ({ starts }) => starts)
  const [first, last] = [report.weeks[0]?.starts, report.weeks.at(-1)?.starts]
  const weeks: { starts: string; point: Record<string, string | number> & { name: string } }[] = []
  for (
    let starts = first;
    starts !== undefined && last !== undefined && starts <= last;
    starts = addDays(starts, 7)
  ) {
    const point: Record<string, string | number> & { name: string } = { ...zeros, name: dayText(starts) }
    for (const { owner, added } of deals.get(starts) ?? []) {
      const name = names.has(owner) ? owner : others
      point[name] = Number(point[name] ?? 0) + Number(added)
    }
    weeks.push({ starts, point })
  }
  return weeks
}

type OwnerRow = Report['by_owner'][number]
const ownerColumns = ({ all, lost }: Report, open: (owner: string) => void): readonly Column<OwnerRow>[] => [
  {
    key: 'owner',
    header: 'Owner',
    leaves: 0,
    sortValue: (row) => row.owner,
    cell: (row) => (
      <button type="button" className="link" onClick={() => open(row.owner)}>
        {row.owner}
      </button>
    ),
    total: 'Total',
  },
  {
    key: 'deals',
    header: 'Deals',
    numeric: true,
    leaves: 0,
    sortValue: (row) => row.deals,
    cell: (row) => count(row.deals),
    total: count(all.deals),
  },
  amountColumn({ key: 'added', header: 'MRR added', value: (row) => row.added, total: all.added }),
  {
    key: 'lost',
    header: 'Lost',
    numeric: true,
    leaves: 0,
    sortValue: (row) => row.lost,
    cell: (row) => count(row.lost),
    total: count(lost.deals),
  },
]

const columnsOf = ({ all }: Report): readonly Column<ClosedDeal>[] => [
  dayColumn({ header: 'Day', day: (row) => row.day, total: 'Total' }),
  vendorColumn({ page: 'billing_history' }),
  {
    key: 'kind',
    header: 'Kind',
    leaves: 2,
    sortValue: (row) => row.kind,
    cell: (row) => dealKinds[row.kind],
  },
  amountColumn({ key: 'added', header: 'MRR added', value: (row) => row.added, total: all.added }),
  amountColumn({ key: 'set_up', header: 'Set-up charged', leaves: 3, value: (row) => row.set_up }),
  { key: 'owner', header: 'Owner', leaves: 1, sortValue: (row) => row.owner, cell: (row) => row.owner },
  { key: 'manager', header: 'Manager', leaves: 6, cell: (row) => row.manager ?? '—' },
  {
    key: 'registered',
    header: 'Days from registration',
    numeric: true,
    leaves: 5,
    sortValue: (row) => row.registered_days,
    cell: (row) => count(row.registered_days),
  },
  {
    key: 'standing',
    header: 'Today',
    leaves: 4,
    cell: (row) =>
      row.lost_on === null ? (
        <Status tone={row.pays_today ? 'good' : 'off'} icon={row.pays_today ? IconCircleCheck : IconCircleX}>
          {row.pays_today ? 'Pays' : 'No longer pays'}
        </Status>
      ) : (
        <Status tone="bad" icon={IconCircleX}>
          {`Lost ${dayText(row.lost_on)}`}
        </Status>
      ),
  },
]
