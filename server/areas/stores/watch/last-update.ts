import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'

/** The last update of a store `st` that ended by itself, as `last`. */
export const lastUpdate = sql`
  left join lateral (
    select j.job_id, j.job_end_time, j.job_status, j.reason
    from job j
    where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
      and j.param_value = st.vendor_store_id::text
      and j.job_status in (${sql.lit(jobStatus.succeeded)}, ${sql.lit(jobStatus.failed)})
      and j.terminate_by is null
    order by j.job_id desc
    limit 1) last on true`
/** Why it failed; null: it succeeded, or there was none. */
export const lastFailure = sql`
  case when last.job_status = ${sql.lit(jobStatus.failed)} then coalesce(last.reason, 'It failed') end`
