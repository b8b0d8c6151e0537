import { jobStatus } from '#contract/jobs/types.ts'
import { failureLevel, failureMarks } from '#contract/suppliers/failures.ts'
import type { UpdateFailure } from '#contract/vendors/failures.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const failedFilter = sql`(where job_status = ${sql.lit(jobStatus.failed)})`

export const listVendorFailures = ({ db }: Ctx) => readVendorFailures(db)

/** Vendors whose custom feeds or stores failed to update at least once in the window. */
export async function readVendorFailures(db: Db): Promise<UpdateFailure[]> {
  const { rows } = await sql<Omit<UpdateFailure, 'level'>>`
    with ended as (
      select coalesce(cf.vendor_id, st.vendor_id) as vendor_id,
        j.job_id, j.job_status, j.job_end_time, j.reason
      from job j
      left join vendor_custom_feed cf on j.job_type = 'RESTRICTED_MONITORING_JOB'
        and j.param_value = cf.vendor_custom_feed_id::text
      left join vendor_store st on j.job_type = 'VENDOR_STORE_UPDATER_JOB'
        and j.param_value = st.vendor_store_id::text
      where j.job_type in ('RESTRICTED_MONITORING_JOB', 'VENDOR_STORE_UPDATER_JOB')
        and j.job_status in (${sql.lit(jobStatus.succeeded)}, ${sql.lit(jobStatus.failed)})
        and j.terminate_by is null
        and j.job_start_time > now() - make_interval(days => ${failureMarks.days}::int))
    select v.vendor_id, v.company, coalesce(c.email, '') as email, count(*) as updates,
      count(*) filter ${failedFilter} as failed,
      round(100.0 * count(*) filter ${failedFilter} / count(*), 1)::float8 as failure_rate,
      max(job_end_time) filter ${failedFilter} as last_failure_tm,
      (array_agg(reason order by job_id desc) filter ${failedFilter})[1] as last_reason,
      max(job_id) filter ${failedFilter} as last_job_id
    from ended e
    join vendor v using (vendor_id)
    left join contact c on c.contact_id = v.primary_contact_id
    group by v.vendor_id, c.email
    having count(*) filter ${failedFilter} > 0
    order by failure_rate desc, failed desc, v.vendor_id
    limit 500`.execute(db)
  return rows.map((row) => ({ ...row, level: failureLevel(row.failure_rate) }))
}
