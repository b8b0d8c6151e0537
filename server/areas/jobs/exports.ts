import type { Job } from '#contract/jobs/jobs.ts'
import { jobTypes, type JobType } from '#contract/jobs/types.ts'
import { byQuery, exported } from '#server/platform/exported.ts'
import { jobsFound, toJob } from './read.ts'

const labelOf = (job: Job) => jobTypes[job.job_spec_name as JobType]?.label ?? job.job_spec_name
const secondsOf = ({ job_start_time, job_end_time }: Job) =>
  job_start_time && job_end_time ? (Date.parse(job_end_time) - Date.parse(job_start_time)) / 1000 : null

export const jobExports = [
  exported<'jobs', Job>({
    list: 'jobs',
    ...byQuery(
      (db, input) => jobsFound(db, { ...input, before: undefined }),
      (_db, rows) => Promise.resolve(rows.map(toJob)),
    ),
    values: {
      id: (j) => j.job_id,
      what: (j) => (j.subject ? `${j.subject} ${labelOf(j)}` : labelOf(j)),
      state: (j) => j.job_state,
      queued: (j) => j.queued_tm,
      ended: (j) => j.job_end_time,
      took: secondsOf,
      reason: (j) => j.reason,
      type: (j) => j.job_spec_name,
      category: (j) => j.category,
      record: (j) => (j.param_name ? `${j.param_name} ${j.param_value}` : j.param_value),
      started: (j) => j.job_start_time,
      server: (j) => j.server,
      attempt: (j) => j.attempt,
    },
  }),
]
