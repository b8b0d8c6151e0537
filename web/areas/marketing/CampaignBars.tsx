import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { BarChart } from '@mantine/charts'
import { dayText, money, monthText } from '#contract/formats.ts'
import type { CampaignReport } from '#contract/marketing/report.ts'
import { count } from '../../ui/values.tsx'
import { isComparable, type Figure } from './figures.tsx'

export type DrawnFigure = Exclude<Figure, 'avg_purchase_time'>

/** A figure by period, beside the range before; a click opens the registrations of a period. */
export default function CampaignBars({
  report,
  figure,
  open,
}: {
  report: CampaignReport
  figure: DrawnFigure
  open: (period: CampaignReport['periods'][number]) => void
}) {
  const isMoney = figure === 'revenue' || figure === 'total_revenue'
  return (
    <BarChart
      h={220}
      withLegend
      data={report.periods.map((period, i) => ({
        place: i,
        name: report.interval === 'month' ? monthText(period.start) : dayText(period.start),
        'This period': Number(period[figure]),
        'Previous period': Number(report.before.periods[i]?.[figure] ?? 0),
      }))}
      dataKey="name"
      series={[
        ...(isComparable(figure) ? [{ name: 'Previous period', color: 'var(--d3)' }] : []),
        { name: 'This period', color: 'var(--d1)' },
      ]}
      valueFormatter={(value) => (isMoney ? money(value) : count(value))}
      strokeDasharray="0"
      gridColor="var(--grid)"
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={{ width: 70, allowDecimals: isMoney }}
      barProps={{
        cursor: 'pointer',
        maxBarSize: 48,
        onClick: (bar: { payload?: { place?: number } }) => {
          const period = report.periods[bar.payload?.place ?? -1]
          if (period) open(period)
        },
      }}
    />
  )
}
