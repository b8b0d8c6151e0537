import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { dayText } from '#contract/formats.ts'
import { rangeFault } from '#contract/marketing/periods.ts'
import {
  campaignIntervals,
  figureHelp,
  type CampaignFigures,
  type CampaignInterval,
  type CampaignPeriod,
  type CampaignReport as Report,
  type CampaignRow,
} from '#contract/marketing/report.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Facts, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { RangePicker } from '../../ui/report/RangePicker.tsx'
import { faultsOf } from '../../ui/report/faults.ts'
import { ReportBody } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { DrawnFigure } from './CampaignBars.tsx'
import { FigureHelp, figureLabels, figureText, moved, type Figure } from './figures.tsx'
import { ChartSkeleton } from '../../ui/report/ChartSkeleton.tsx'

const CampaignBars = lazy(() => import('./CampaignBars.tsx'))
const drawn = ['total_registrations', 'purchases', 'revenue', 'total_revenue'] as const
const url = z.object({
  start: z.iso.date().optional().catch(undefined),
  end: z.iso.date().optional().catch(undefined),
  interval: z.enum(campaignIntervals).catch('month').default('month'),
  chart: z.enum(drawn).catch('total_registrations').default('total_registrations'),
})
const intervalLabels: Record<CampaignInterval, string> = { month: 'Month', week: 'Week' }

/** Registrations and what they paid, by campaign and by month or week. */
export function CampaignReport() {
  const [{ start, end, interval, chart }, set] = useUrl(url)
  const range = start !== undefined && end !== undefined ? { start, end } : {}
  const fault = start !== undefined && end !== undefined ? rangeFault({ start, end }) : undefined
  const query = useQuery({
    ...api.getCampaignReport.query({ body: { ...range, interval } }),
    placeholderData: keepPreviousData,
    enabled: fault === undefined,
  })
  const { data } = query
  return (
    <ReportBody
      query={query}
      faults={fault}
      definitions={(Object.keys(figureLabels) as Figure[]).map((name) => [
        figureLabels[name],
        figureHelp[name],
      ])}
      note={({ before }) => `Compared with ${dayText(before.start)} to ${dayText(before.end)}.`}
      controls={
        <RangePicker
          range={{ start: start ?? data?.start ?? '', end: end ?? data?.end ?? '' }}
          isUsual={start === undefined && end === undefined}
          usualName="Last month"
          faults={fault ?? faultsOf(query.error)}
          set={set}
        >
          <SegmentedControl
            aria-label="Interval"
            value={interval}
            onChange={(value) => set({ interval: value === 'month' ? undefined : value })}
            data={campaignIntervals.map((value) => ({ value, label: intervalLabels[value] }))}
          />
        </RangePicker>
      }
    >
      {(report) => (
        <ReportParts
          report={report}
          chart={chart}
          isFetching={query.isFetching}
          setChart={(figure) => set({ chart: figure === 'total_registrations' ? undefined : figure })}
        />
      )}
    </ReportBody>
  )
}

function ReportParts({
  report,
  chart,
  isFetching,
  setChart,
}: {
  report: Report
  chart: DrawnFigure
  isFetching: boolean
  setChart: (figure: DrawnFigure) => void
}) {
  const navigate = useNavigate()
  const rowsOf = rowsLink(report)
  const { before, totals } = report
  return (
    <>
      <Facts
        facts={(Object.keys(figureLabels) as Figure[]).map((figure) => [
          figureLabels[figure],
          <Moved key={figure} now={totals} before={before.totals} figure={figure} />,
        ])}
      />
      <Panel
        title={figureLabels[chart]}
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Chart"
            value={chart}
            onChange={(value) => setChart(z.enum(drawn).parse(value))}
            data={drawn.map((value) => ({ value, label: figureLabels[value] }))}
          />
        }
      >
        <Suspense fallback={<ChartSkeleton hasLegend hasNotes />}>
          <CampaignBars
            report={report}
            figure={chart}
            open={({ start, end }) => void navigate({ href: rowsOf({ start, end }) })}
          />
        </Suspense>
      </Panel>
      <Panel title="By campaign">
        <DataTable
          label="Campaigns"
          exportSource={{
            list: 'campaign_report',
            input: { start: report.start, end: report.end, interval: report.interval },
          }}
          rows={report.campaigns}
          id={(row) => row.campaign_id ?? row.source}
          fetching={isFetching}
          empty="No registrations in this range."
          columns={campaignColumns(report, rowsOf)}
        />
      </Panel>
      <Panel title={report.interval === 'month' ? 'By month' : 'By week'}>
        <DataTable
          label="Periods"
          rows={report.periods}
          id={(row) => row.start}
          fetching={isFetching}
          empty="No periods."
          columns={periodColumns(report, rowsOf)}
        />
      </Panel>
    </>
  )
}

const Moved = ({
  now,
  before,
  figure,
}: {
  now: CampaignFigures
  before: CampaignFigures
  figure: Figure
}) => {
  const change = moved(now, before, figure)
  return (
    <>
      {figureText(now, figure)} {change && <span className="faint">{change} </span>}
      <FigureHelp figure={figure} />
    </>
  )
}

type Filters = Readonly<Record<string, string | number | undefined>>
/** The address of the registrations behind a figure. */
const rowsLink =
  ({ start, end }: Report) =>
  (filters: Filters): string =>
    links.campaignRegistrations({ start, end, until: end, ...filters })

const shownFigures = Object.keys(figureLabels) as Figure[]
/** Each figure and its total, leading to their rows. */
const figureColumns = <Row extends CampaignFigures>(
  totals: CampaignFigures,
  rowsOf: (filters: Filters) => string,
  filtersOf: (row: Row) => Filters,
): Column<Row>[] =>
  shownFigures.map((figure, i) => ({
    key: figure,
    header: figureLabels[figure],
    numeric: true,
    leaves: figure === 'avg_purchase_time' || figure === 'purchases' ? i : 0,
    sortValue: (row) => Number(row[figure] ?? -1),
    cell: (row) => (
      <Link to={rowsOf({ ...filtersOf(row), ...rowsBehind(figure) })} className="link">
        {figureText(row, figure)}
      </Link>
    ),
    total: (
      <Link to={rowsOf(rowsBehind(figure))} className="link">
        {figureText(totals, figure)}
      </Link>
    ),
  }))
const rowsBehind = (figure: Figure): Filters => ({ only: onlyOf(figure), sort: sortOf(figure) })
/** Only those who paid have money and a time. */
const onlyOf = (figure: Figure) => (figure === 'total_registrations' ? undefined : 'purchases')
const sortOf = (figure: Figure) => {
  if (figure === 'revenue' || figure === 'total_revenue') return `-${figure}`
  return figure === 'total_registrations' ? undefined : 'first_paid'
}

const campaignColumns = (
  report: Report,
  rowsOf: (filters: Filters) => string,
): readonly Column<CampaignRow>[] => [
  {
    key: 'campaign',
    header: 'Campaign',
    leaves: 0,
    sortValue: (row) => row.name,
    cell: (row) => row.name,
    total: 'Total',
  },
  { key: 'affiliate', header: 'Affiliate', leaves: 9, cell: (row) => row.affiliate ?? '—' },
  ...figureColumns<CampaignRow>(report.totals, rowsOf, ({ source, campaign_id }) => ({
    source,
    campaign_id: campaign_id ?? undefined,
  })),
]
const periodColumns = (
  report: Report,
  rowsOf: (filters: Filters) => string,
): readonly Column<CampaignPeriod>[] => [
  {
    key: 'period',
    header: report.interval === 'month' ? 'Month' : 'Week',
    leaves: 0,
    sortValue: (row) => row.start,
    cell: (row) => `${dayText(row.start)} – ${dayText(row.end)}`,
    total: 'Total',
  },
  ...figureColumns<CampaignPeriod>(report.totals, rowsOf, ({ start, end }) => ({ start, end })),
]
