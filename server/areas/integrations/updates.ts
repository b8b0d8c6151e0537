import type { Parsed } from '#contract/index.ts'
import type { IntegrationUpdate } from '#contract/integrations/integrations.ts'
import { jobStates, jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownIntegration } from './known-integration.ts'

const maxUpdates = 50
type Row = Omit<IntegrationUpdate, 'job_state'>

/** The updates of an integration's stores, what was sent or why they failed. */
export async function listIntegrationUpdates(
  { db }: Ctx,
  { params }: Parsed<'listIntegrationUpdates'>,
): Promise<IntegrationUpdate[]> {
  const integration = await knownIntegration(db, params)
  const { rows } = await sql<Row>`
    select j.job_id, st.vendor_store_id, st.vendor_store_name, j.job_status, j.queued_tm, j.job_start_time,
      j.job_end_time, j.progress_text, j.reason, j.requested_by,
      j.job_status = ${sql.lit(jobStatus.executing)} and j.terminate_reason is not null as stopping,
      j.job_status = ${sql.lit(jobStatus.failed)} and j.terminate_reason is not null as terminated,
      (j.result ->> 'sent')::int as sent, (j.result ->> 'files')::int as files,
      j.result ->> 'held' as held, j.result ->> 'waits' as waits
    from vendor_store st
    cross join lateral (
      select *
      from job j
      where j.job_type = 'VENDOR_STORE_UPDATER_JOB' and j.param_value = st.vendor_store_id::text
      order by j.job_id desc
      limit ${maxUpdates}) j
    where st.vendor_id = ${integration.vendor_id} and st.market_id = ${integration.market_id}
    order by j.job_id desc
    limit ${maxUpdates}`.execute(db)
  return rows.map((row) => ({ ...row, job_state: jobStates[row.job_status] ?? 'Unscheduled' }))
}
