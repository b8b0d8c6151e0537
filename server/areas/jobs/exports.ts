import type { Job } from '#contract/jobs/jobs.ts'
import { recordNoun, typeLabel } from '#contract/jobs/types.ts'
import { byQuery, exportedList } from '#server/platform/files/exported.ts'
import { jobsFound } from './list-jobs.ts'
import { toJob } from './read.ts'

const secondsOf = ({ job_start_time, job_end_time }: Job) =>
  job_start_time && job_end_time ? (Date.parse(job_end_time) - Date.parse(job_start_time)) / 1000 : null

export const jobExports = [
  exportedList<'jobs', Job>({
    list: 'jobs',
    ...byQuery(
      (db, input) => jobsFound(db, { ...input, beyond: undefined }),
      (_db, rows) => Promise.resolve(rows.map(toJob)),
    ),
    values: {
      id: (j) => j.job_id,
      what: (j) => (j.subject ? `${j.subject} ${typeLabel(j)}` : typeLabel(j)),
      state: (j) => j.job_state,
      queued: (j) => j.queued_tm,
      ended: (j) => j.job_end_time,
      took: secondsOf,
      reason: (j) => j.reason,
      type: typeLabel,
      category: (j) => j.category,
      record: (j) => (j.param_name ? `${recordNoun(j.param_name)} ${j.param_value}` : j.param_value),
      started: (j) => j.job_start_time,
      server: (j) => j.server,
      attempt: (j) => j.attempt,
    },
  }),
]
