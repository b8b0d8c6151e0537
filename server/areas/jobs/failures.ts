import { jobStatus, jobTypes, schedulableTypes, type JobType } from '#contract/jobs/types.ts'
import type { FailureGroup } from '#contract/jobs/failures.ts'
import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const replayable = (type: string) => (schedulableTypes as readonly string[]).includes(type)

/**
 * Since the failed `job j`, another job of its record succeeded; a dry run changes nothing and doesn't
 * count.
 */
export const wellSince = sql<boolean>`exists (
  select 1
  from job later
  where later.job_type = j.job_type
    and later.param_value = j.param_value
    and later.job_id > j.job_id
    and later.job_status = ${sql.lit(jobStatus.succeeded)}
    and later.result->>'state' is distinct from 'dry')`

/**
 * Failed jobs, except those a person stopped, by type and cause: a reason with its numbers removed, so
 * that one fault is one group. Jobs that still fail come first and represent their group.
 */
export async function listFailureGroups(
  { db }: Ctx,
  { query }: Parsed<'listFailureGroups'>,
): Promise<FailureGroup[]> {
  const { rows } = await sql<Omit<FailureGroup, 'label' | 'replayable'>>`
    select g.*, last.job_end_time as last_tm, last.reason as newest_reason,
      run.reason_code as last_reason_code, supplier.dropshipper_id as last_dropshipper_id,
      -- a supplier may have been renamed since; an image check names a host, too
      case when last.job_type = 'BASIC_IMAGE' then last.subject
        else coalesce(supplier.supplier_name, last.subject) end as last_subject
    from (
      select job_type, category, coalesce(cause, 'No reason was kept') as cause, count(*) as jobs,
        count(*) filter (where not well) as unrecovered,
        count(distinct param_value) as records,
        count(distinct param_value) - count(distinct param_value) filter (where not well) as well_since,
        count(distinct param_value) filter (where not well and replayed_by is null) as waiting,
        count(distinct reason) as reasons, min(job_end_time) as first_tm,
        (array_agg(job_id order by well, job_id desc))[1] as last_job_id
      from (
        select j.*, ${wellSince} as well
        from job j
        where job_status = ${sql.lit(jobStatus.failed)}
          and terminate_by is null
          and job_end_time > now() - make_interval(hours => ${query.hours}::int)
          and ${query.category ? sql`category = ${query.category}` : sql`true`}) failed
      group by job_type, category, cause
      order by bool_and(well), max(job_end_time) desc
      limit 100) g
    join job last on last.job_id = g.last_job_id
    left join feed_run run on run.feed_run_id = (last.payload->>'feed_run_id')::bigint
    left join dropshipper supplier
      on supplier.dropshipper_id
        = case when last.param_name = 'dropshipper_id' then last.param_value::bigint end
    order by g.records > 0 and g.well_since = g.records, last.job_end_time desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    label: jobTypes[row.job_type as JobType]?.label ?? row.job_type,
    replayable: replayable(row.job_type) && row.waiting > 0,
  }))
}
