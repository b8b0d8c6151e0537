import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../../api.ts'
import { Empty, LoadError, Panel } from '../../../ui/page/Page.tsx'
import { ChartGridLoading } from '../../../ui/report/ChartGrid.tsx'

const ServerCharts = lazy(() => import('./ServerCharts.tsx'))

/** CPU, memory and queue of the last 24 hours. */
export function ServerLoad() {
  const { data, error } = useQuery({ ...api.listServerSamples.query(), refetchInterval: 60_000 })
  const drawnCount = new Set(data?.samples.map(({ server }) => server)).size
  const loading = <ChartGridLoading names={['cpu', 'memory', 'queue']} />
  return (
    <Panel
      title="Last 24 hours"
      actions={
        data &&
        data.servers > drawnCount && (
          <span className="quiet">
            {drawnCount} busiest of {data.servers} servers
          </span>
        )
      }
    >
      {error && <LoadError error={error} />}
      {data?.samples.length === 0 && <Empty>No samples yet. Each worker adds one a minute.</Empty>}
      {!error && data?.samples.length !== 0 && (
        <Suspense fallback={loading}>{data ? <ServerCharts samples={data} /> : loading}</Suspense>
      )}
    </Panel>
  )
}
