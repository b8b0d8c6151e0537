import { useNavigate } from '@tanstack/react-router'
import type { FeedDay } from '#contract/feeds/feed-days.ts'
import { links } from '../../../links.ts'
import { ChartFigure, ChartGrid, smallChart } from '../../../ui/report/ChartGrid.tsx'
import ReportBars from '../../../ui/report/ReportBars.tsx'
import { count } from '../../../ui/values.tsx'
import { agePoints, checkPoints, limitMarks, runPoints } from './feed-days.ts'

const passedSeries = { name: 'Passed', color: 'var(--good-quiet)' }
const heldSeries = { name: 'Held', color: 'var(--wait-fill)', pattern: 1 }
const rejectedSeries = { name: 'Rejected', color: 'var(--bad-fill)', pattern: 3 }
const withinSeries = { name: 'Within limit', color: 'var(--good-quiet)' }
const overSeries = { name: 'Over limit', color: 'var(--bad-fill)', pattern: 1 }

/** A feed's last days side by side: its runs, the check that was worst, and how old the data was. */
export default function FeedDays({ days, limit }: { days: readonly FeedDay[]; limit: number }) {
  const navigate = useNavigate()
  const marks = limitMarks(days)
  const options = {
    ...smallChart,
    stacked: true,
    opens: 'run',
    open: (place: number) => {
      const run = days[place]?.feed_run_id
      if (run) void navigate({ href: links.feedRun(run) })
    },
  }
  return (
    <ChartGrid>
      <ChartFigure name="Runs">
        <ReportBars
          {...options}
          label="Runs a day"
          points={runPoints(days)}
          series={[passedSeries, heldSeries, rejectedSeries]}
          value={count}
          isCounted
        />
      </ChartFigure>
      <ChartFigure name="Worst check, % of its limit">
        <ReportBars
          {...options}
          label="Worst check a day, percent of its limit"
          points={checkPoints(days)}
          series={[passedSeries, heldSeries]}
          texts={['Check']}
          limit={{ at: 100, text: 'Limit' }}
          domain={[0, marks.at(-1) ?? 100]}
          ticks={marks}
          value={(n) => `${count(n)}%`}
        />
      </ChartFigure>
      <ChartFigure name="Oldest data, hours">
        <ReportBars
          {...options}
          label="Oldest data a day, hours"
          points={agePoints(days, limit)}
          series={[withinSeries, overSeries]}
          limit={{ at: limit, text: `Limit ${count(limit)} h` }}
          value={(n) => `${count(Math.round(n))} h`}
        />
      </ChartFigure>
    </ChartGrid>
  )
}
