import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Job } from '#contract/jobs/jobs.ts'
import type { JobCategory } from '#contract/jobs/types.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { Ago } from '../../../ui/values.tsx'
import { JobState, RunningFor, runsLong, Subject } from '../job-values.tsx'
import { TerminateJob } from '../TerminateJob.tsx'

export const useCurrentJobs = () => useQuery({ ...api.listCurrentJobs.query(), refetchInterval: 5000 })

const slowestFirst = (jobs: readonly Job[]) =>
  jobs.toSorted((a, b) => Number(runsLong(b)) - Number(runsLong(a)))

/** Running and queued jobs, with a button to stop each. */
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
      sortValue: (j) => j.job_id,
      cell: (j) => <span className="mono">{j.job_id}</span>,
    },
    { key: 'subject', header: 'Record', sortValue: (j) => j.subject, cell: (j) => <Subject job={j} /> },
    {
      key: 'state',
      header: 'Status',
      leaves: 0,
      sortValue: (j) => j.job_state,
      cell: (j) => <JobState job={j} />,
    },
    {
      key: 'progress',
      header: 'Run time',
      leaves: 1,
      width: 240,
      cell: (j) => <RunningFor job={j} />,
    },
    { key: 'vcpu', header: 'vCPUs', numeric: true, sortValue: (j) => j.vcpu, cell: (j) => j.vcpu },
    {
      key: 'server',
      header: 'Server',
      sortValue: (j) => j.server,
      cell: (j) => (
        <Box className="cut mono" maw={160}>
          {j.server ?? '—'}
        </Box>
      ),
    },
    { key: 'queued', header: 'Queued', sortValue: (j) => j.queued_tm, cell: (j) => <Ago tm={j.queued_tm} /> },
    { key: 'attempt', header: 'Attempt', numeric: true, sortValue: (j) => j.attempt, cell: (j) => j.attempt },
    {
      key: 'act',
      leaves: 0,
      header: 'Action',
      width: 100,
      cell: (j) => (
        <Button
          size="compact-xs"
          variant="default"
          disabled={j.stopping}
          title={j.stopping ? 'Already stopping' : undefined}
          onClick={() => setTerminating(j)}
        >
          Terminate
        </Button>
      ),
    },
  ]
  const rows = current.data?.filter((j) => !category || j.category === category)
  // not shown if empty: the sentence above says so
  if (rows?.length === 0) return null
  return (
    <Panel title="Current jobs">
      <DataTable
        label="Current jobs"
        columns={columns}
        rows={rows && slowestFirst(rows)}
        id={(j) => j.job_id}
        open={(j) => void navigate({ href: links.job(j.job_id) })}
        error={current.error}
        retry={() => void current.refetch()}
        empty=""
        skeletonRows={3}
      />
      {terminating && <TerminateJob job={terminating} close={() => setTerminating(null)} />}
    </Panel>
  )
}
