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
          ...(start > 0 && { domain: [start, 'auto'], allowDataOverflow: true }),
        }}
        barProps={{ stackId: 'money', maxBarSize: 48 }}
      />
      {start > 0 && <p className="quiet">≈ The axis begins at {money(revenueAxis)}.</p>}
    </>
  )
}
