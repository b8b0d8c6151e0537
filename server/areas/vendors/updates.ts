import { jobStatus } from '#contract/jobs/types.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/** How many jobs of a vendor's stores and custom feeds ended within this many days, and how many failed. */
export async function updatesOf(db: Db, vendorId: number, days: number) {
  const { rows } = await sql<{ updates: number; failed_updates: number }>`
    select count(*) as updates,
      count(*) filter (where job_status = ${sql.lit(jobStatus.failed)}) as failed_updates
    from (
      select 'VENDOR_STORE_UPDATER_JOB' as job_type, vendor_store_id::text as param_value
      from vendor_store
      where vendor_id = ${vendorId}
      union all
      select 'RESTRICTED_MONITORING_JOB', vendor_custom_feed_id::text
      from vendor_custom_feed
      where vendor_id = ${vendorId}) of
    join job j using (job_type, param_value)
    where j.job_status in (${sql.lit(jobStatus.succeeded)}, ${sql.lit(jobStatus.failed)})
      and j.terminate_by is null
      and j.job_start_time > now() - make_interval(days => ${days}::int)`.execute(db)
  return singleRow(rows)
}
