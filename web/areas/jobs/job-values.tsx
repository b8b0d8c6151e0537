import { Progress, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Job } from '#contract/jobs/jobs.ts'
import { jobStatus, jobTypes, type JobCategory, type JobType } from '#contract/jobs/types.ts'
import { links } from '../../links.ts'
import { duration, since } from '../../ui/time.ts'
import { Status } from '../../ui/values.tsx'

export const colours: Record<JobCategory, string> = {
  image: 'var(--d4)',
  updating: 'var(--d1)',
  monitoring: 'var(--d2)',
  ordering: 'var(--d3)',
}
export const labels: Record<JobCategory, string> = {
  image: 'Image',
  updating: 'Updating',
  monitoring: 'Monitoring',
  ordering: 'Ordering',
}
const waiting = { tone: 'off', icon: IconClock } as const
const marks: Record<number, { tone: 'off' | 'run' | 'good' | 'bad'; icon: typeof IconClock }> = {
  [jobStatus.executing]: { tone: 'run', icon: IconLoader2 },
  [jobStatus.succeeded]: { tone: 'good', icon: IconCheck },
  [jobStatus.failed]: { tone: 'bad', icon: IconX },
}

export function JobState({ job }: { job: Pick<Job, 'job_status' | 'job_state'> }) {
  const mark = marks[job.job_status] ?? waiting
  return (
    <Status tone={mark.tone} icon={mark.icon}>
      {job.job_state}
    </Status>
  )
}

/** What a person calls a job's type. */
export const typeLabel = (job: Pick<Job, 'job_spec_name'>) =>
  jobTypes[job.job_spec_name as JobType]?.label ?? job.job_spec_name

/** A job by what it works on, with what it does. */
export const Subject = ({ job }: { job: Job }) => (
  <div className="cut">
    <Link to={links.job(job.job_id)} className="name">
      {job.subject ?? typeLabel(job)}
    </Link>{' '}
    {job.subject && <span className="faint">{typeLabel(job)}</span>}
  </div>
)

export const seconds = (j: Pick<Job, 'job_start_time' | 'job_end_time'>): number | null =>
  j.job_start_time && j.job_end_time
    ? (Date.parse(j.job_end_time) - Date.parse(j.job_start_time)) / 1000
    : null

/** How far a running job is, against how long such a job usually takes. */
export function RunningFor({ job }: { job: Job }) {
  if (job.job_status !== jobStatus.executing || !job.job_start_time)
    return (
      <Text size="xs" c="dimmed">
        {job.reason ?? 'Waits for free vCPUs'}
      </Text>
    )
  const elapsed = since(job.job_start_time)
  const share = job.progress ?? (job.usual_seconds ? Math.min(0.95, elapsed / job.usual_seconds) : null)
  const long = job.usual_seconds !== null && elapsed > job.usual_seconds * 3 + 10
  return (
    <Tooltip label={job.usual_seconds ? `Usually ${duration(job.usual_seconds)}` : 'No usual duration yet'}>
      <div>
        <Progress
          value={(share ?? 0) * 100}
          animated={share === null}
          aria-label={`Progress of job ${job.job_id}`}
          size="sm"
          {...(long && { color: 'yellow' })}
        />
        <Text size="xs" c="dimmed">
          {duration(elapsed)}
          {long && ', unusually long'}
          {job.progress_text && ` · ${job.progress_text}`}
        </Text>
      </div>
    </Tooltip>
  )
}

const idNames: Record<string, string> = {
  dropshipper_id: 'Supplier id',
  vendor_custom_feed_id: 'Custom feed id',
  vendor_store_id: 'Store id',
  product_id: 'Product id',
  feed_run_id: 'Run id',
}
/** What a person calls a job's parameter. */
export const idName = (param: string | undefined): string => (param && idNames[param]) ?? 'Record id'
