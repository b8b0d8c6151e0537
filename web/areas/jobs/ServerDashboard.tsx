import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Failed, Page } from '../../ui/Page.tsx'
import { Capacity } from './Capacity.tsx'
import { CurrentJobs } from './CurrentJobs.tsx'
import { Servers } from './Servers.tsx'

export default function ServerDashboard() {
  const summary = useQuery({ ...api.getJobSummary.query(), refetchInterval: 10_000 })
  const servers = useQuery({ ...api.listServers.query(), refetchInterval: 10_000 })
  const alive = servers.data?.filter((s) => !s.lost)
  return (
    <Page
      title="Server Dashboard"
      count={alive && `${alive.length} alive, ${alive.reduce((n, s) => n + s.vcpus, 0)} vCPUs`}
    >
      <Servers />
      {summary.error ? (
        <Failed error={summary.error} retry={() => void summary.refetch()} />
      ) : (
        <Capacity summary={summary.data} />
      )}
      <CurrentJobs />
    </Page>
  )
}
