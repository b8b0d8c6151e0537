import { present } from '#contract/present.ts'
import type { JobPage } from '#contract/jobs/jobs.ts'
import { jobStates } from '#contract/jobs/types.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

type Replays = Pick<JobPage, 'replayed_as' | 'replays' | 'queued_jobs'>
const noReplays: Replays = { replayed_as: null, replays: null, queued_jobs: [] }
/** The most jobs queued by a replay that are listed. */
const mostListed = 100

/** Jobs `n` that a replay `r` queued for its failed jobs `f`: of their type and record, while it ran. */
const queuedByIt = sql`
  n.job_type = f.job_type
  and n.param_value = f.param_value
  and n.job_id > f.job_id
  and n.requested_by = r.requested_by
  and n.queued_tm >= r.job_start_time
  and n.queued_tm <= coalesce(r.job_end_time, now())`

/** By which job a job was replayed, which job it replays, and what a replay queued. */
export async function replaysOf(
  db: Db,
  job: Pick<JobPage, 'job_id' | 'job_spec_name' | 'replayed_by'>,
): Promise<Replays> {
  if (job.job_spec_name === 'JOB_REPLAY_JOB') {
    const { rows } = await sql<Omit<Replays['queued_jobs'][number], 'job_state'>>`
      select n.job_id, n.subject, n.job_status
      from job r
      join job f on f.replayed_by = r.job_id
      join job n on ${queuedByIt}
      where r.job_id = ${job.job_id}
        and f.cause = r.payload->>'cause'
        and f.job_type = r.payload->>'job_type'
      group by n.job_id
      order by n.job_id
      limit ${mostListed}`.execute(db)
    return {
      ...noReplays,
      queued_jobs: rows.map((n) => ({
        ...n,
        job_state: present(jobStates[n.job_status], `State ${n.job_status}`),
      })),
    }
  }
  const { rows } = await sql<Omit<Replays, 'queued_jobs'>>`
    select
      (select min(n.job_id)
        from job f
        join job r on r.job_id = f.replayed_by
        join job n on ${queuedByIt}
        where f.job_id = ${job.job_id}) as replayed_as,
      (select max(f.job_id)
        from job n
        join job r on r.job_type = 'JOB_REPLAY_JOB' and r.job_id < n.job_id
        join job f on f.cause = r.payload->>'cause' and f.replayed_by = r.job_id
        where n.job_id = ${job.job_id} and ${queuedByIt}) as replays`.execute(db)
  return { ...noReplays, ...rows[0] }
}
