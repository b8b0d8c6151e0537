import { jobStates, type JobType } from '#contract/jobs/types.ts'
import type { Turn } from '#contract/products/turns.ts'
import type { Db } from '#server/platform/db.ts'

/** A record's last 50 jobs of one type, newest first, with the counts that each left. */
export async function turns(db: Db, type: JobType, paramValue: number): Promise<Turn[]> {
  const rows = await db
    .selectFrom('job')
    .select(['job_id', 'job_status', 'queued_tm', 'job_start_time', 'job_end_time', 'progress', 'progress_text', 'reason', 'requested_by', 'result'])
    .where('job_type', '=', type)
    .where('param_value', '=', String(paramValue))
    .orderBy('job_id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ result, ...r }) => ({
    ...r,
    job_state: jobStates[r.job_status] ?? 'Unscheduled',
    counts: Object.fromEntries(Object.entries((result ?? {}) as Record<string, unknown>).filter((e): e is [string, number] => typeof e[1] === 'number')),
  }))
}

export const current = (all: readonly Turn[]): Turn | null => all.find((t) => t.job_status === 1) ?? all.find((t) => t.job_status === 4) ?? null
