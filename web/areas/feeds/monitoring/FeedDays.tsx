import { useNavigate } from '@tanstack/react-router'
import type { FeedDay } from '#contract/feeds/feed-days.ts'
import { links } from '../../../links.ts'
import { ChartFigure, ChartGrid, smallChart } from '../../../ui/report/ChartGrid.tsx'
import ReportBars from '../../../ui/report/ReportBars.tsx'
import { count } from '../../../ui/values.tsx'
import { agePoints, checkPoints, limitMarks, runPoints } from './feed-days.ts'

const passed = { name: 'Passed', color: 'var(--good-quiet)' }
const held = { name: 'Held', color: 'var(--wait-fill)', pattern: 1 }
const rejected = { name: 'Rejected', color: 'var(--bad-fill)', pattern: 3 }
const within = { name: 'Within limit', color: 'var(--good-quiet)' }
const over = { name: 'Over limit', color: 'var(--bad-fill)', pattern: 1 }

/** A feed's last days side by side: its runs, the check that was worst, and how old the data was. */
export default function FeedDays({ days, limit }: { days: readonly FeedDay[]; limit: number }) {
  const navigate = useNavigate()
  const marks = limitMarks(days)
  const shared = {
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
          {...shared}
          label="Runs a day"
          points={runPoints(days)}
          series={[passed, held, rejected]}
          value={count}
          isCounted
        />
      </ChartFigure>
      <ChartFigure name="Worst check, % of its limit">
        <ReportBars
          {...shared}
          label="Worst check a day, percent of its limit"
          points={checkPoints(days)}
          series={[passed, held]}
          texts={['Check']}
          limit={{ at: 100, text: 'Limit' }}
          domain={[0, marks.at(-1) ?? 100]}
          ticks={marks}
          value={(n) => `${count(n)}%`}
        />
      </ChartFigure>
      <ChartFigure name="Oldest data, hours">
        <ReportBars
          {...shared}
          label="Oldest data a day, hours"
          points={agePoints(days, limit)}
          series={[within, over]}
          limit={{ at: limit, text: `Limit ${count(limit)} h` }}
          value={(n) => `${count(Math.round(n))} h`}
        />
      </ChartFigure>
    </ChartGrid>
  )
}
