import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { CompositeChart } from '@mantine/charts'
import { money, monthText } from '#contract/formats.ts'
import { axisStart, revenueAxis, type RevenueMonth } from '#contract/reports/monthly-revenue.ts'

/** Recurring and set-up as stacked columns, and what was kept as a line. */
export default function RevenueChart({ months }: { months: readonly RevenueMonth[] }) {
  const start = axisStart(months)
  return (
    <>
      <CompositeChart
        h={260}
        withLegend
        data={months.toReversed().map((month) => ({
          name: monthText(month.month),
          Recurring: Number(month.recurring),
          'Set-up': Number(month.set_up),
          Kept: Number(month.kept),
        }))}
        dataKey="name"
        series={[
          { name: 'Recurring', color: 'var(--d1)', type: 'bar' },
          { name: 'Set-up', color: 'var(--d2)', type: 'bar' },
          { name: 'Kept', color: 'var(--d3)', type: 'line' },
        ]}
        valueFormatter={(value) => money(value)}
        strokeDasharray="0"
        gridColor="var(--grid)"
        curveType="linear"
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        yAxisProps={{
          width: 80,
          ...(start > 0 && axisFrom(start, months)),
        }}
        barProps={{ stackId: 'money', maxBarSize: 48 }}
      />
      {start > 0 && <p className="quiet">≈ The axis starts at {money(revenueAxis)}.</p>}
    </>
  )
}

const steps = 4
const leastStep = 20_000
/** An axis with round marks from its start to above every column. */
function axisFrom(start: number, months: readonly RevenueMonth[]) {
  const highest = Math.max(
    ...months.map(({ recurring, set_up, kept }) =>
      Math.max(Number(recurring) + Number(set_up), Number(kept)),
    ),
  )
  const step = Math.max(1, Math.ceil((highest - start) / steps / leastStep)) * leastStep
  const ticks = Array.from({ length: steps + 1 }, (_, i) => start + i * step)
  return { domain: [start, start + steps * step], ticks, allowDataOverflow: true }
}
