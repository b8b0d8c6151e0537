import type { Parsed } from '#contract/index.ts'
import { updateDays, type IntegrationUpdate, type UpdateDay } from '#contract/integrations/integrations.ts'
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

/** What an integration's stores were sent a day, and how their updates ended. */
export async function listIntegrationDays(
  { db }: Ctx,
  { params }: Parsed<'listIntegrationDays'>,
): Promise<UpdateDay[]> {
  const integration = await knownIntegration(db, params)
  const firstMoment = sql`now() - make_interval(days => ${updateDays}::int)`
  const { rows } = await sql<UpdateDay>`
    with store as (
      select vendor_store_id
      from vendor_store
      where vendor_id = ${integration.vendor_id} and market_id = ${integration.market_id}
    ),
    updated as (
      select (u.end_tm at time zone 'UTC')::date as day, sum(u.sent) as sent, sum(u.refused) as refused
      from store
      join store_update u using (vendor_store_id)
      where u.end_tm >= ${firstMoment} and u.kind not in ('dry', 'compare')
      group by 1
    ),
    ended as (
      select (j.job_end_time at time zone 'UTC')::date as day,
        count(*) filter (where j.job_status = ${sql.lit(jobStatus.succeeded)}) as succeeded,
        count(*) filter (where j.job_status = ${sql.lit(jobStatus.failed)} and j.terminate_reason is null) as failed
      from store
      join job j on j.job_type = 'VENDOR_STORE_UPDATER_JOB' and j.param_value = store.vendor_store_id::text
      where j.job_end_time >= ${firstMoment}
      group by 1
    ),
    listed as (
      select (now() at time zone 'UTC')::date - n as day
      from generate_series(${updateDays - 1}::int, 0, -1) n
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(sent, 0)::int as sent, coalesce(refused, 0)::int as refused,
      coalesce(succeeded, 0)::int as succeeded, coalesce(failed, 0)::int as failed
    from listed
    left join updated using (day)
    left join ended using (day)
    order by day`.execute(db)
  return rows
}
