import { Text, Tooltip } from '@mantine/core'
import { IconBan, IconCircleCheck, IconClock, IconHandStop, IconLoader2, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Job } from '#contract/jobs/jobs.ts'
import { jobStatus, type JobCategory, typeLabel } from '#contract/jobs/types.ts'
import { links } from '../../links.ts'
import { Rule } from '../../ui/Rule.tsx'
import { duration, secondsSince } from '../../ui/time.ts'
import { useClock } from '../../ui/useClock.ts'
import { percent, Status } from '../../ui/values.tsx'

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
  [jobStatus.succeeded]: { tone: 'good', icon: IconCircleCheck },
  [jobStatus.failed]: { tone: 'bad', icon: IconX },
}

export function JobState({
  job,
}: {
  job: Pick<Job, 'job_status' | 'job_state'> & { stopping?: boolean; terminated?: boolean }
}) {
  const mark = marks[job.job_status] ?? waiting
  if (job.stopping)
    return (
      <Status tone="wait" icon={IconHandStop}>
        Stopping
      </Status>
    )
  if (job.terminated)
    return (
      <Status tone="off" icon={IconBan}>
        Terminated
      </Status>
    )
  return (
    <Status tone={mark.tone} icon={mark.icon}>
      {job.job_state}
    </Status>
  )
}

/** A job's record, with its type. */
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

/** Whether it runs far longer than its record's jobs usually do; quick jobs never do. */
export const runsLong = (job: Job): boolean =>
  job.job_status === jobStatus.executing &&
  job.job_start_time !== null &&
  job.usual_most_seconds !== null &&
  secondsSince(job.job_start_time) > Math.max(10, job.usual_most_seconds * 1.5)

/** A running job's time beside its usual time, and its progress. */
export function RunningFor({ job }: { job: Job }) {
  useClock(() => (job.job_start_time ? Math.round(secondsSince(job.job_start_time)) : 0))
  if (job.job_status !== jobStatus.executing || !job.job_start_time)
    return (
      <Text size="xs" c="dimmed">
        {job.reason ?? 'Waiting for vCPUs'}
      </Text>
    )
  const elapsedSeconds = secondsSince(job.job_start_time)
  const { usual_seconds: usual, usual_most_seconds: usualMost } = job
  const long = runsLong(job)
  const tone = long ? 'wait' : 'run'
  return (
    <div>
      <span className={`measure${long ? ' tone-wait' : ''}`}>
        <span style={long ? { color: 'var(--tone)' } : undefined}>{duration(elapsedSeconds)}</span>
        {usual !== null && usualMost !== null ? (
          <Tooltip label={`Usually ${duration(usual)} to ${duration(usualMost)}`}>
            <span>
              <Rule
                value={elapsedSeconds}
                usual={[usual, usualMost]}
                scale={usualMost * 2}
                tone={tone}
                label={`${duration(elapsedSeconds)}, usually ${duration(usual)} to ${duration(usualMost)}`}
              />
            </span>
          </Tooltip>
        ) : (
          <span className="faint">no usual duration yet</span>
        )}
      </span>
      <Text size="xs" c="dimmed">
        {[long && 'unusually long', job.progress !== null && percent(job.progress * 100), job.progress_text]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
  )
}
