import { jobStates, jobStatus, type JobType } from '#contract/jobs/types.ts'
import type { SupplierJob } from '#contract/products/supplier-jobs.ts'
import type { Db } from '#server/platform/database/db.ts'

/** A supplier's last 50 jobs of one type, newest first, with the counts from their results. */
export async function listSupplierJobs(db: Db, type: JobType, dropshipperId: number): Promise<SupplierJob[]> {
  const rows = await db
    .selectFrom('job')
    .select(['job_id', 'job_status', 'queued_tm', 'job_start_time', 'job_end_time'])
    .select(['progress', 'progress_text', 'reason', 'requested_by', 'result'])
    .where('job_type', '=', type)
    .where('param_value', '=', String(dropshipperId))
    .orderBy('job_id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ result, ...job }) => ({
    ...job,
    job_state: jobStates[job.job_status] ?? 'Unscheduled',
    counts: countsOf(result),
  }))
}

const countsOf = (result: unknown): Record<string, number> => {
  const counts = Object.entries((result ?? {}) as Record<string, unknown>)
  return Object.fromEntries(counts.filter((c): c is [string, number] => typeof c[1] === 'number'))
}

/** The running job, else the queued one. */
export const currentJob = (jobs: readonly SupplierJob[]): SupplierJob | null =>
  jobs.find((job) => job.job_status === jobStatus.executing) ??
  jobs.find((job) => job.job_status === jobStatus.scheduled) ??
  null
