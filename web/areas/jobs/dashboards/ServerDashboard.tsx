import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { LoadError, Page } from '../../../ui/page/Page.tsx'
import { Capacity } from './Capacity.tsx'
import { ClocksOff } from './ClocksOff.tsx'
import { CurrentJobs } from './CurrentJobs.tsx'
import { ServerLoad } from './ServerLoad.tsx'
import { Servers } from './Servers.tsx'
import { Verdict } from './Verdict.tsx'

export default function ServerDashboard() {
  const summary = useQuery({ ...api.getJobSummary.query(), refetchInterval: 10_000 })
  return (
    <Page title="Server Dashboard">
      {summary.error ? (
        <LoadError error={summary.error} retry={() => void summary.refetch()} />
      ) : (
        <>
          <Verdict summary={summary.data} />
          <Capacity summary={summary.data} />
        </>
      )}
      <ClocksOff />
      <Servers />
      <ServerLoad />
      <CurrentJobs />
    </Page>
  )
}
