import { jobStatus } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import type { VendorStore } from '#contract/vendors/stores.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rowsOfVendor } from './known-vendor.ts'

export const listVendorStores = async ({ db }: Ctx, { params }: Parsed<'listVendorStores'>) =>
  rowsOfVendor(db, params.vendor_id, await readStores(db, params.vendor_id))

/** By name, each with its last update that ended by itself. */
export async function readStores(db: Db, vendorId: number): Promise<VendorStore[]> {
  const ended = sql`(${sql.lit(jobStatus.succeeded)}, ${sql.lit(jobStatus.failed)})`
  const { rows } = await sql<VendorStore>`
    select st.vendor_store_id, st.vendor_store_name, k.market_name, st.store_url, st.behind_since,
      st.insert_tm, last.job_end_time as last_update_tm, last.job_id as last_job_id,
      case when last.job_status = ${sql.lit(jobStatus.failed)} then coalesce(last.reason, 'It failed') end
        as last_failure,
      (
        select count(*)
        from vendor_market_map m
        where m.vendor_id = st.vendor_id and m.market_id = st.market_id
      ) as integrations
    from vendor_store st
    join market k using (market_id)
    left join lateral (
      select j.job_id, j.job_end_time, j.job_status, j.reason
      from job j
      where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
        and j.param_value = st.vendor_store_id::text
        and j.job_status in ${ended}
        and j.terminate_by is null
      order by j.job_id desc
      limit 1
    ) last on true
    where st.vendor_id = ${vendorId}
    order by lower(st.vendor_store_name), st.vendor_store_id
    limit 500`.execute(db)
  return rows
}
