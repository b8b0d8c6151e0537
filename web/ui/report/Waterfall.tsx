import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'

export interface WaterfallStep {
  name: string
  amount: number
  /** A sum so far, drawn from zero. */
  isSum?: boolean
}

/** What led from one sum to another, step by step. */
export default function Waterfall({
  steps,
  measure,
  value,
}: {
  steps: readonly WaterfallStep[]
  /** What the amounts are. */
  measure: string
  value: (n: number) => string
}) {
  return (
    <BarChart
      h={240}
      type="waterfall"
      data={drawnSteps(steps).map(({ name, isSum, amount, bar }) => ({
        name,
        [measure]: bar,
        color: isSum ? 'var(--d1)' : amount < 0 ? 'var(--bad-fill)' : 'var(--good-fill)',
      }))}
      dataKey="name"
      series={[{ name: measure, color: 'var(--d1)' }]}
      withTooltip={false}
      valueFormatter={(n) => value(n)}
      strokeDasharray="0"
      gridColor="var(--grid)"
      xAxisProps={{ interval: 0 }}
      yAxisProps={{ width: 70 }}
      barProps={{ maxBarSize: 48 }}
    />
  )
}

/** Each step from where the one before it ended. */
function drawnSteps(steps: readonly WaterfallStep[]) {
  let reached = 0
  return steps.map((step) => {
    const from = step.isSum ? 0 : reached
    reached = from + step.amount
    return { ...step, bar: [from, reached] }
  })
}
