import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Job } from '#contract/jobs/jobs.ts'
import type { JobCategory } from '#contract/jobs/types.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/Page.tsx'
import { Ago } from '../../ui/values.tsx'
import { JobState, RunningFor, Subject } from './job-values.tsx'
import { TerminateJob } from './TerminateJob.tsx'

export const useCurrentJobs = () => useQuery({ ...api.listCurrentJobs.query(), refetchInterval: 5000 })

/** Jobs that run or wait, with the act to stop one. */
export function CurrentJobs({ category }: { category?: JobCategory | undefined }) {
  const current = useCurrentJobs()
  const [terminating, setTerminating] = useState<Job | null>(null)
  const navigate = useNavigate()
  const columns: readonly Column<Job>[] = [
    {
      key: 'id',
      header: 'Job',
      numeric: true,
      width: 70,
      cell: (j) => <span className="mono">{j.job_id}</span>,
    },
    { key: 'subject', header: 'What', cell: (j) => <Subject job={j} /> },
    { key: 'state', header: 'State', cell: (j) => <JobState job={j} /> },
    { key: 'progress', header: 'Progress', width: 220, cell: (j) => <RunningFor job={j} /> },
    { key: 'vcpu', header: 'vCPUs', numeric: true, cell: (j) => j.vcpu },
    {
      key: 'server',
      header: 'Server',
      cell: (j) => (
        <div className="cut mono" style={{ maxWidth: 160 }}>
          {j.server ?? '—'}
        </div>
      ),
    },
    { key: 'queued', header: 'Queued', cell: (j) => <Ago tm={j.queued_tm} /> },
    { key: 'attempt', header: 'Attempt', numeric: true, cell: (j) => j.attempt },
    {
      key: 'act',
      leaves: 0,
      header: 'Act',
      width: 100,
      cell: (j) => (
        <Button size="compact-xs" variant="default" onClick={() => setTerminating(j)}>
          Terminate
        </Button>
      ),
    },
  ]
  return (
    <Panel title="Current jobs">
      <DataTable
        label="Current jobs"
        columns={columns}
        rows={current.data?.filter((j) => !category || j.category === category)}
        id={(j) => j.job_id}
        open={(j) => void navigate({ href: links.job(j.job_id) })}
        error={current.error}
        retry={() => void current.refetch()}
        empty="Nothing runs and nothing waits."
        skeletonRows={3}
      />
      {terminating && <TerminateJob job={terminating} close={() => setTerminating(null)} />}
    </Panel>
  )
}
