import type { Result } from '#contract/index.ts'
import { ChartFigure, ChartGrid, smallChart } from '../../../ui/report/ChartGrid.tsx'
import ReportBars from '../../../ui/report/ReportBars.tsx'
import { count, fileSize } from '../../../ui/values.tsx'
import { queuePoints, serverPoints, serverSeries } from './server-points.ts'

const queueSeries = [{ name: 'Queued', color: 'var(--d1)' }]

/** What workers used, a line each, and the jobs that waited. */
export default function ServerCharts({ samples }: { samples: Result<'listServerSamples'> }) {
  const lines = serverSeries(samples)
  return (
    <ChartGrid>
      <ChartFigure name="CPU cores in use">
        <ReportBars
          {...smallChart}
          label="CPU cores in use"
          points={serverPoints(samples, 'cpu')}
          series={[]}
          lines={lines}
          value={(n) => n.toFixed(2)}
        />
      </ChartFigure>
      <ChartFigure name="Memory">
        <ReportBars
          {...smallChart}
          axisWidth={64}
          label="Memory"
          points={serverPoints(samples, 'memory_bytes')}
          series={[]}
          lines={lines}
          value={fileSize}
        />
      </ChartFigure>
      <ChartFigure name="Queued jobs">
        <ReportBars
          {...smallChart}
          label="Queued jobs"
          points={queuePoints(samples)}
          series={queueSeries}
          value={count}
          isCounted
        />
      </ChartFigure>
    </ChartGrid>
  )
}
