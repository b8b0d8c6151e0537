import { dayText } from '#contract/formats.ts'
import type { UpdateDay } from '#contract/integrations/integrations.ts'
import { ChartFigure, ChartGrid, smallChart } from '../../ui/report/ChartGrid.tsx'
import ReportBars from '../../ui/report/ReportBars.tsx'
import { count } from '../../ui/values.tsx'

const good = (name: string) => ({ name, color: 'var(--good-quiet)' })
const bad = (name: string) => ({ name, color: 'var(--bad-fill)', pattern: 1 })

/** What the integration's stores were sent a day, and how the updates ended. */
export default function UpdateDays({ days }: { days: readonly UpdateDay[] }) {
  return (
    <ChartGrid>
      <ChartFigure name="Products a day">
        <ReportBars
          {...smallChart}
          stacked
          label="Products a day"
          points={days.map(({ day, sent, refused }) => ({
            name: dayText(day),
            Sent: sent,
            Refused: refused,
          }))}
          series={[good('Sent'), bad('Refused')]}
          value={count}
          isCounted
        />
      </ChartFigure>
      <ChartFigure name="Updates a day">
        <ReportBars
          {...smallChart}
          stacked
          label="Updates a day"
          points={days.map((day) => ({
            name: dayText(day.day),
            Succeeded: day.succeeded,
            Failed: day.failed,
          }))}
          series={[good('Succeeded'), bad('Failed')]}
          value={count}
          isCounted
        />
      </ChartFigure>
    </ChartGrid>
  )
}
