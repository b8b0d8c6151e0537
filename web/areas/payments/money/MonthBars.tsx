import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { BarChart } from '@mantine/charts'
import { money, monthText } from '#contract/formats.ts'
import type { MoneyMonth } from '#contract/payments/books.ts'

/** Each month's charges: kept, refunded and disputed. */
export default function MonthBars({ months }: { months: readonly MoneyMonth[] }) {
  return (
    <BarChart
      h={220}
      type="stacked"
      withLegend
      data={months.toReversed().map((month) => ({
        month: monthText(month.month),
        Net: Number(month.kept),
        Refunded: Number(month.refunded),
        Disputed: Number(month.disputed),
      }))}
      dataKey="month"
      series={[
        { name: 'Net', color: 'var(--d1)' },
        { name: 'Refunded', color: 'var(--d3)' },
        { name: 'Disputed', color: 'var(--d4)' },
      ]}
      valueFormatter={(value) => money(value)}
      strokeDasharray="0"
      gridColor="var(--grid)"
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={{ width: 70 }}
    />
  )
}
