import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ExportedList } from '#contract/lists/exports.ts'
import type { Job } from '#contract/jobs/jobs.ts'
import { links } from '../../links.ts'
import type { Sorting } from '../../ui/table/column.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { duration } from '../../ui/time.ts'
import { Ago } from '../../ui/values.tsx'
import { JobState, seconds, Subject } from './job-values.tsx'

const columns: readonly Column<Job>[] = [
  {
    key: 'id',
    header: 'Job',
    numeric: true,
    width: 80,
    cell: (j) => <span className="mono">{j.job_id}</span>,
  },
  { key: 'what', header: 'Record', leaves: 0, cell: (j) => <Subject job={j} /> },
  { key: 'state', header: 'Status', leaves: 0, cell: (j) => <JobState job={j} /> },
  {
    key: 'queued',
    header: 'Queued',
    sort: 'queued',
    leaves: 3,
    moment: (j) => j.queued_tm,
  },
  { key: 'ended', header: 'Ended', sort: 'ended', leaves: 0, cell: (j) => <Ago tm={j.job_end_time} /> },
  {
    key: 'took',
    header: 'Duration',
    leaves: 2,
    sort: 'took',
    numeric: true,
    cell: (j) => {
      const took = seconds(j)
      return took === null ? '—' : duration(took)
    },
  },
  {
    key: 'reason',
    header: 'Reason',
    leaves: 1,
    cell: (j) => (
      <div className="cut" title={j.reason ?? ''}>
        {j.reason ?? '—'}
      </div>
    ),
  },
]

/** A list of jobs; a row opens its job. */
export function JobTable(props: {
  label: string
  sorting?: Sorting
  bar?: ReactNode
  exported?: ExportedList
  rows: readonly Job[] | undefined
  error: Error | null
  retry?: () => void
  fetching?: boolean
  empty: string
  skeletonRows?: number
}) {
  const navigate = useNavigate()
  return (
    <DataTable
      {...props}
      columns={columns}
      id={(j) => j.job_id}
      open={(j) => void navigate({ href: links.job(j.job_id) })}
    />
  )
}
