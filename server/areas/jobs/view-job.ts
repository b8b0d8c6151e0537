import { jobStatus, jobTypes, type JobType } from '#contract/jobs/types.ts'
import type { JobPage } from '#contract/jobs/jobs.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { jobColumns, toJob, type JobRow } from './read.ts'
import { replaysOf } from './replays.ts'

type Extra = Pick<JobPage, 'requested_by' | 'payload' | 'result' | 'replayed_by' | 'terminate_by'>

export async function getJob({ db }: Ctx, { params }: Parsed<'getJob'>): Promise<JobPage> {
  const { rows } = await sql<JobRow & Extra>`
    select ${jobColumns}, null::float8 as usual_seconds,
      null::float8 as usual_most_seconds, j.requested_by, j.payload, j.result, j.replayed_by,
      j.terminate_by
    from job j
    where j.job_id = ${params.job_id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('job')
  const [attempts, log, usual, replays] = await Promise.all([
    db
      .selectFrom('job_attempt')
      .select(['attempt', 'server', 'start_tm', 'end_tm', 'outcome', 'reason'])
      .where('job_id', '=', row.job_id)
      .orderBy('attempt')
      .limit(200)
      .execute(),
    db
      .selectFrom('job_log')
      .select(['job_log_id', 'tm', 'attempt', 'level', 'message'])
      .where('job_id', '=', row.job_id)
      .orderBy('job_log_id', 'desc')
      .limit(500)
      .execute(),
    usualDuration(db, row.job_spec_name, row.param_value),
    replaysOf(db, row),
  ])
  const job = toJob({ ...row, usual_seconds: usual?.p50 ?? null, usual_most_seconds: usual?.p95 ?? null })
  const upto = row.job_end_time ? Date.parse(row.job_end_time) : databaseNow()
  const began = row.job_status === jobStatus.scheduled ? null : row.job_start_time
  const seconds = began ? (upto - Date.parse(began)) / 1000 : 0
  return {
    ...job,
    requested_by: row.requested_by,
    payload: row.payload,
    result: row.result,
    replayed_by: row.replayed_by,
    terminate_by: row.terminate_by,
    ...replays,
    label: jobTypes[row.job_spec_name as JobType]?.label ?? row.job_spec_name,
    attempts,
    log: log.reverse(),
    usual,
    // p95 of a quick job is noise: below ten seconds nothing is unusual
    unusually_long: usual !== null && usual.jobs >= 5 && seconds > Math.max(10, usual.p95 * 1.5),
  }
}

/**
 * Duration percentiles of the last 50 successes of the record, or of the type if the record has fewer than
 * 5.
 */
async function usualDuration(db: Db, type: string, paramValue: string | null): Promise<JobPage['usual']> {
  const idsOf = async (record: boolean) => {
    const { rows } = await sql<{ p50: number | null; p95: number | null; jobs: number }>`
      select percentile_cont(0.5) within group (order by seconds)::float8 as p50,
        percentile_cont(0.95) within group (order by seconds)::float8 as p95,
        count(*) as jobs
      from (
        select extract(epoch from job_end_time - job_start_time) as seconds
        from job
        where job_type = ${type}
          and job_status = ${sql.lit(jobStatus.succeeded)}
          and ${record ? sql`param_value = ${paramValue}` : sql`true`}
        order by job_id desc
        limit 50) last`.execute(db)
    const { p50, p95, jobs } = singleRow(rows)
    if (p50 === null || p95 === null) return null
    return { p50, p95, jobs, of: record ? ('record' as const) : ('type' as const) }
  }
  const ownIds = paramValue === null ? null : await idsOf(true)
  return ownIds && ownIds.jobs >= 5 ? ownIds : await idsOf(false)
}
