import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { cancelReasonOrder } from '#contract/account/my-subscriptions.ts'
import { dayText, monthText } from '#contract/formats.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import { cancelReasonText, type CancelReport } from '#contract/reports/cancels.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { seriesIn } from '../../ui/report/chart/series.ts'
import { count } from '../../ui/values.tsx'
import { ChartSkeleton } from '../../ui/report/ChartSkeleton.tsx'

const ReportChart = lazy(() => import('../../ui/report/ReportChart.tsx'))
/** What the bars count. */
export const cancelCharts = ['asked', 'ended'] as const
export type CancelCounted = (typeof cancelCharts)[number]
const labels: Record<CancelCounted, string> = { asked: 'Requested', ended: 'Ended' }
const mostDrawn = 6

/** Requested or ended subscriptions by period and reason; a click on a bar opens its period. */
export function CancelChart({
  report,
  chart,
  setChart,
  setRange,
}: {
  report: CancelReport
  chart: CancelCounted
  setChart: (chart: CancelCounted) => void
  /** Without a range: the usual one. */
  setRange: (range?: DayRange) => void
}) {
  const { totals, periods, interval } = report
  if (totals.asked + totals.ended === 0) return null
  const reasons = reasonsOf(report, chart)
  const names = reasons.map(cancelReasonText)
  return (
    <Panel
      title={`${labels[chart]} by reason`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Chart"
          value={chart}
          onChange={(value) => setChart(value as CancelCounted)}
          data={cancelCharts.map((value) => ({ value, label: labels[value] }))}
        />
      }
    >
      {names.length === 0 ? (
        <p className="quiet">{chart === 'asked' ? 'None requested.' : 'None ended.'}</p>
      ) : (
        <Suspense fallback={<ChartSkeleton hasLegend hasNotes />}>
          <ReportChart
            stacked
            label={`${labels[chart]} by reason`}
            report="cancels"
            starts={periods.map(({ start }) => start)}
            end={periods.at(-1)?.end ?? report.end}
            setRange={setRange}
            points={periods.map(({ start, reasons: counted }) => {
              const point: Record<string, string | number> = {
                ...Object.fromEntries(names.map((name) => [name, 0])),
                name: interval === 'month' ? monthText(start) : dayText(start),
              }
              for (const reason of counted) {
                const name = cancelReasonText(reason.reason_id)
                if (names.includes(name)) point[name] = reason[chart]
              }
              return point
            })}
            series={reasons.map((id) => seriesIn(cancelReasonText(id), placeOf(id)))}
            value={count}
            open={(place) => {
              const period = periods[place]
              if (period) setRange({ start: period.start, end: period.end })
            }}
          />
        </Suspense>
      )}
    </Panel>
  )
}

/** The reasons that occur, in the order in which customers choose them. */
function reasonsOf({ totals }: CancelReport, chart: CancelCounted): readonly (number | null)[] {
  return totals.reasons
    .filter((reason) => reason[chart] > 0)
    .toSorted((a, b) => placeOf(a.reason_id) - placeOf(b.reason_id))
    .slice(0, mostDrawn)
    .map(({ reason_id }) => reason_id)
}
/** A reason’s place in that order, which chooses its color; the last is of subscriptions without a reason. */
function placeOf(id: number | null): number {
  const order: readonly (number | null)[] = cancelReasonOrder
  return order.includes(id) ? order.indexOf(id) : order.length
}
