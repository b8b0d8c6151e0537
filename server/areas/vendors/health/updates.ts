import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'

/** How many jobs of the stores and custom feeds of vendor `v` ended within this many days, and how many failed. */
export const updatesOfVendor = (days: number) => sql`
    select count(*) as updates,
      count(*) filter (where job_status = ${sql.lit(jobStatus.failed)}) as failed_updates
    from (
      select 'VENDOR_STORE_UPDATER_JOB' as job_type, vendor_store_id::text as param_value
      from vendor_store st
      where st.vendor_id = v.vendor_id
      union all
      select 'RESTRICTED_MONITORING_JOB', vendor_custom_feed_id::text
      from vendor_custom_feed cf
      where cf.vendor_id = v.vendor_id) of
    join job j using (job_type, param_value)
    where j.job_status in (${sql.lit(jobStatus.succeeded)}, ${sql.lit(jobStatus.failed)})
      and j.terminate_by is null
      and j.job_start_time > now() - make_interval(days => ${sql.lit(days)})`
