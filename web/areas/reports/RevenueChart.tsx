import { useNavigate } from '@tanstack/react-router'
import { addDays, addMonths } from '#contract/billing/days.ts'
import { money, monthText } from '#contract/formats.ts'
import { axisStart, revenueAxis, type RevenueMonth } from '#contract/reports/monthly-revenue.ts'
import { links } from '../../links.ts'
import ReportChart from '../../ui/report/ReportChart.tsx'

/** Recurring and set-up as stacked columns, and what was kept as a line; a month opens its payments. */
export default function RevenueChart({ months }: { months: readonly RevenueMonth[] }) {
  const navigate = useNavigate()
  const start = axisStart(months)
  const drawn = months.toReversed()
  return (
    <>
      <ReportChart
        stacked
        report="monthly-revenue"
        starts={drawn.map(({ month }) => month)}
        end={addDays(addMonths(drawn.at(-1)?.month ?? '', 1), -1)}
        label="Recurring, set-up and kept"
        height={260}
        points={drawn.map((month) => ({
          name: monthText(month.month),
          Recurring: Number(month.recurring),
          'Set-up': Number(month.set_up),
          Kept: Number(month.kept),
        }))}
        series={[
          { name: 'Recurring', color: 'var(--d1)' },
          { name: 'Set-up', color: 'var(--d2)' },
        ]}
        lines={[{ name: 'Kept', color: 'var(--d3)' }]}
        value={money}
        open={(place) => {
          const month = drawn[place]?.month
          if (month) void navigate({ href: links.report('monthly-revenue/payments', { month }) })
        }}
        {...(start > 0 && axisFrom(start, months))}
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
  return { domain: [start, start + steps * step] as const, ticks }
}
