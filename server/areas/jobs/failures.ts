import { jobStatus, jobTypes, schedulableTypes, type JobType } from '#contract/jobs/types.ts'
import type { FailureGroup } from '#contract/jobs/failures.ts'
import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const replayable = (type: string) => (schedulableTypes as readonly string[]).includes(type)

/** Failed jobs by type and cause: a reason with its numbers taken out, so that one fault is one group. */
export async function listFailureGroups(
  { db }: Ctx,
  { query }: Parsed<'listFailureGroups'>,
): Promise<FailureGroup[]> {
  const { rows } = await sql<Omit<FailureGroup, 'label' | 'replayable'>>`
    select job_type, category, coalesce(cause, 'No reason was kept') as cause, count(*) as jobs,
      count(distinct param_value) as records,
      count(distinct param_value) filter (where replayed_by is null) as waiting,
      count(distinct reason) as reasons, min(job_end_time) as first_tm, max(job_end_time) as last_tm,
      max(job_id) as last_job_id,
      (array_agg(subject order by job_id desc))[1] as last_subject,
      (array_agg(reason order by job_id desc))[1] as newest_reason
    from job
    where job_status = ${sql.lit(jobStatus.failed)}
      and job_end_time > now() - make_interval(hours => ${query.hours}::int)
      and ${query.category ? sql`category = ${query.category}` : sql`true`}
    group by job_type, category, cause
    order by max(job_end_time) desc
    limit 100`.execute(db)
  return rows.map((row) => ({
    ...row,
    label: jobTypes[row.job_type as JobType]?.label ?? row.job_type,
    replayable: replayable(row.job_type) && row.waiting > 0,
  }))
}
