import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { BarChart } from '@mantine/charts'

export interface Series {
  name: string
  color: string
}
type Point = Readonly<Record<string, string | number>>

/** A report's figures as bars; a click opens the rows of a bar. */
export default function ReportBars({
  points,
  series,
  stacked = false,
  sideways = false,
  value,
  domain,
  open,
}: {
  /** Each with its `name` and a value by series. */
  points: readonly Point[]
  series: readonly Series[]
  stacked?: boolean
  /** Bars from left to right, for long names. */
  sideways?: boolean
  value: (n: number) => string
  /** Where the axis starts, if not at zero. */
  domain?: readonly [number, number] | undefined
  open?: ((place: number) => void) | undefined
}) {
  const measure = { width: 70, ...(domain && { domain: [...domain], allowDataOverflow: true }) }
  const names = { width: 150, interval: 0 }
  return (
    <BarChart
      h={sideways ? 60 + 19 * points.length : 220}
      withLegend={series.length > 1}
      {...(stacked && { type: 'stacked' as const })}
      orientation={sideways ? 'vertical' : 'horizontal'}
      data={points.map((point, place) => ({ ...point, place }))}
      dataKey="name"
      series={[...series]}
      valueFormatter={(n) => value(n)}
      strokeDasharray="0"
      gridColor="var(--grid)"
      xAxisProps={sideways ? { allowDecimals: false } : { interval: 'equidistantPreserveStart' }}
      yAxisProps={sideways ? names : measure}
      barProps={{
        maxBarSize: sideways ? 16 : 48,
        ...(open && {
          cursor: 'pointer',
          onClick: (bar: { payload?: { place?: number } }) => {
            if (bar.payload?.place !== undefined) open(bar.payload.place)
          },
        }),
      }}
    />
  )
}
