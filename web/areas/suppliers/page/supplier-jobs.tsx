import { Button, Progress, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { jobStatus, type schedulableTypes } from '#contract/jobs/types.ts'
import type { SupplierJob } from '#contract/products/supplier-jobs.ts'
import { requesterName } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { tellScheduled } from '../../jobs/public.tsx'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { duration, secondsSince } from '../../../ui/time.ts'
import { Ago, count } from '../../../ui/values.tsx'
import { JobState } from '../../jobs/public.tsx'

/** A supplier's past image checks or index syncs, with their counts. */
export function SupplierJobHistory({
  label,
  jobs,
  error,
  counts,
  empty,
}: {
  label: string
  jobs: readonly SupplierJob[] | undefined
  error: Error | null
  counts: Record<string, string>
  empty: string
}) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={label}
      rows={jobs}
      id={(job) => job.job_id}
      error={error}
      empty={empty}
      skeletonRows={4}
      open={(job) => void navigate({ href: links.job(job.job_id) })}
      columns={[
        {
          key: 'job',
          header: 'Job',
          numeric: true,
          width: 80,
          sortValue: (job) => job.job_id,
          cell: (job) => (
            <Link to={links.job(job.job_id)} className="mono link">
              {job.job_id}
            </Link>
          ),
        },
        {
          key: 'state',
          header: 'Status',
          sortValue: (job) => job.job_state,
          cell: (job) => <JobState job={job} />,
        },
        {
          key: 'start',
          header: 'Started',
          sortValue: (job) => job.job_start_time ?? job.queued_tm,
          moment: (job) => job.job_start_time ?? job.queued_tm,
        },
        {
          key: 'took',
          header: 'Duration',
          numeric: true,
          sortValue: tookOf,
          cell: (job) => {
            const took = tookOf(job)
            return took === null ? '—' : duration(took)
          },
        },
        ...Object.entries(counts).map(([key, header]) => ({
          key,
          header,
          numeric: true,
          sortValue: (job: SupplierJob) => job.counts[key],
          cell: (job: SupplierJob) => (job.counts[key] === undefined ? '—' : count(job.counts[key])),
        })),
        {
          key: 'by',
          header: 'Requested by',
          sortValue: (job) => requesterName(job.requested_by),
          cell: (job) => requesterName(job.requested_by),
        },
      ]}
    />
  )
}

/** In seconds; null until it has ended. */
const tookOf = ({ job_start_time, job_end_time }: SupplierJob) =>
  job_start_time && job_end_time ? (Date.parse(job_end_time) - Date.parse(job_start_time)) / 1000 : null

/** The job that is queued or running now. */
export const CurrentSupplierJob = ({ job }: { job: SupplierJob }) => (
  <div className="callout tone-run" role="status">
    <b>
      {job.job_status === jobStatus.executing ? 'Running' : 'Queued, waiting for vCPUs'} ·{' '}
      <Link to={links.job(job.job_id)}>job {job.job_id}</Link>
    </b>
    {job.job_status === jobStatus.executing ? (
      <>
        <Progress
          value={(job.progress ?? 0) * 100}
          animated={job.progress === null}
          size="sm"
          my={4}
          aria-label="Progress"
        />
        <Text size="xs">
          {job.progress_text || 'Not started yet'}{' '}
          {job.job_start_time && `· ${duration(secondsSince(job.job_start_time))}`}
        </Text>
      </>
    ) : (
      <>
        Queued <Ago tm={job.queued_tm} />
      </>
    )}
  </div>
)

/** Queues a job of a type for a supplier. */
export function ScheduleButton({
  type,
  id,
  label,
}: {
  type: (typeof schedulableTypes)[number]
  id: number
  label: string
}) {
  const jobSearch = { job_type: type, param_value: String(id) }
  const schedule = useAct({
    run: () => api.scheduleJob({ body: { ...jobSearch, param_name: 'dropshipper_id' } }),
    after: (answer) => tellScheduled(answer, jobSearch),
  })
  return (
    <Button size="xs" variant="default" loading={schedule.busy} onClick={() => schedule.act()}>
      {label}
    </Button>
  )
}
