import { jobStates, jobStatus } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import type { StoreUpdate } from '#contract/stores/updates.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownStore } from './known-store.ts'

const open = sql`(${sql.lit(jobStatus.executing)}, ${sql.lit(jobStatus.scheduled)})`
type UpdateFilter = { vendor_id: number; vendor_store_id?: number }

export const listVendorUpdates = async ({ db }: Ctx, { params }: Parsed<'listVendorUpdates'>) =>
  rowsOfVendor(db, params.vendor_id, await readUpdates(db, params))

export async function listStoreUpdates({ db }: Ctx, { params }: Parsed<'listStoreUpdates'>) {
  await knownStore(db, { vid: params.vendor_id, id: params.vendor_store_id })
  return readUpdates(db, params)
}

/** Updates of one store or all stores of a vendor: running ones first, then waiting ones, then the newest. */
async function readUpdates(db: Db, { vendor_id, vendor_store_id }: UpdateFilter): Promise<StoreUpdate[]> {
  const { rows } = await sql<Omit<StoreUpdate, 'job_state'>>`
    select j.job_id, st.vendor_store_id, st.vendor_store_name, j.job_status, j.requested_by, j.queued_tm,
      j.job_start_time, j.job_end_time, j.progress, j.progress_text, j.attempt, j.reason,
      j.job_status = ${sql.lit(jobStatus.executing)} and j.terminate_reason is not null as stopping,
      j.job_status = ${sql.lit(jobStatus.failed)} and j.terminate_reason is not null as terminated,
      (j.result->>'sent')::float8 as sent, (j.result->>'files')::float8 as files,
      (j.result->>'bytes')::float8 as bytes
    from vendor_store st
    cross join lateral (
      select *
      from job j
      where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
        and j.param_value = st.vendor_store_id::text
        and j.job_status in ${open}
      order by j.job_id desc
      limit 50) j
    where st.vendor_id = ${vendor_id}
      and (${vendor_store_id ?? null}::int is null or st.vendor_store_id = ${vendor_store_id ?? null}::int)
    order by j.job_status = ${sql.lit(jobStatus.executing)} desc, j.job_id desc
    limit 200`.execute(db)
  return rows.map((row) => ({ ...row, job_state: jobStates[row.job_status] ?? 'Unscheduled' }))
}
