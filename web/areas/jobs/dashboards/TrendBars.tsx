import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { BarChart } from '@mantine/charts'
import type { Result } from '#contract/index.ts'
import type { JobCategory } from '#contract/jobs/types.ts'
import { shortTime } from '../../../ui/time.ts'
import { count } from '../../../ui/values.tsx'
import { colours, labels } from '../job-values.tsx'

/** Jobs started, a bar for each interval; a click opens its jobs. */
export default function TrendBars({
  rows,
  categories,
  hours,
  height,
  behind,
}: {
  rows: Result<'getJobTrends'>
  categories: readonly JobCategory[]
  hours: number
  height: number
  behind: (at: number) => void
}) {
  return (
    <BarChart
      h={height}
      type="stacked"
      withLegend
      data={rows.map((p) => ({
        at: p.interval_start,
        tm: shortTime(new Date(p.interval_start * 1000).toISOString()),
        Image: p.image_count,
        Updating: p.updating_count,
        Monitoring: p.monitoring_count,
        Ordering: p.ordering_count,
      }))}
      dataKey="tm"
      series={categories.map((c) => ({ name: labels[c], color: colours[c] }))}
      valueFormatter={(v) => count(v)}
      strokeDasharray="0"
      gridColor="var(--grid)"
      // the tooltip shows the day and the year
      xAxisProps={{
        tickFormatter: (tm: string) => tm.replace(/(\d+\/\d+)\/\d+ /, hours <= 24 ? '' : '$1 '),
      }}
      barProps={{
        cursor: 'pointer',
        onClick: (bar: { payload?: { at?: number } }) =>
          bar.payload?.at !== undefined && behind(bar.payload.at),
      }}
    />
  )
}
