import { jobStatus } from '#contract/jobs/types.ts'
import { outageTexts } from '#contract/stores/shops.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql } from '#server/platform/database/db.ts'
import { manyText, nobody, noSupplier, type States } from '../states.ts'

const storeLink = sql`'/vendors/view/' || s.vendor_id || '/stores/' || s.vendor_store_id`

const store = sql`
  select s.vendor_store_id::text as subject, null::smallint as severity, s.stopped_tm as since_tm,
    'Updates for ' || s.vendor_store_name || ' stopped. ' || s.stopped_reason as message,
    ${storeLink} as link, ${noSupplier}, s.vendor_id
  from vendor_store s
  where s.stopped_reason is not null`

const update = sql`
  select s.vendor_store_id::text as subject, null::smallint as severity, u.planned_tm as since_tm,
    'Update for ' || s.vendor_store_name || ' held. ' || array_to_string(u.reasons, '; ') as message,
    ${storeLink} || '?update=' || u.store_update_id as link, ${noSupplier}, s.vendor_id
  from store_update u
  join vendor_store s using (vendor_store_id)
  where u.state = 'held'
    and not exists (
      select
      from store_update n
      where n.vendor_store_id = u.vendor_store_id
        and n.state = 'held'
        and n.store_update_id > u.store_update_id)`

/** A store may be out of date for so long, unless this many updates in a row failed. */
export const behindHours = 6
export const failedUpdates = 3
const updateJobs = sql`
  select j.job_id, j.job_status, j.reason
  from job j
  where j.job_type = 'VENDOR_STORE_UPDATER_JOB' and j.param_value = s.vendor_store_id::text
    and j.terminate_by is null`
/** Stores that a supplier's changes don't reach, though nothing else says why: not stopped, held or waiting. */
const store_behind = sql`
  select s.vendor_store_id::text as subject, null::smallint as severity, b.since_tm,
    case
      when ended.failed = ${failedUpdates}::int
        then 'Updates of ' || s.vendor_store_name || ' fail. ' || coalesce(ended.reason, '')
      else s.vendor_store_name || ' has been out of date for '
        || floor(extract(epoch from now() - b.since_tm) / 3600) || ' h'
        || coalesce('. ' || case when ended.last_status = ${sql.lit(jobStatus.failed)} then ended.reason end, '')
    end as message,
    ${storeLink} as link, ${noSupplier}, s.vendor_id
  from vendor_store s
  join vendor v using (vendor_id)
  cross join lateral (select coalesce(s.late_since, s.behind_since) as since_tm) b
  cross join lateral (
    select count(*) filter (where e.job_status = ${sql.lit(jobStatus.failed)}) as failed,
      (array_agg(e.reason order by e.job_id desc))[1] as reason,
      (array_agg(e.job_status order by e.job_id desc))[1] as last_status
    from (
      ${updateJobs} and j.job_status in (${sql.lit(jobStatus.succeeded)}, ${sql.lit(jobStatus.failed)})
      order by j.job_id desc
      limit ${failedUpdates}::int) e) ended
  where b.since_tm is not null
    and s.stopped_reason is null
    and s.drop_to ->> 'kind' is distinct from 'none'
    and v.deleted_tm is null
    and v.vendor_status_id not in (${sql.lit(vendorStatus.suspended)}, ${sql.lit(vendorStatus.delisted)})
    and coalesce(s.waits_until <= now(), true)
    and not exists (
      select from store_update u where u.vendor_store_id = s.vendor_store_id and u.state = 'held')
    and (
      ended.failed = ${failedUpdates}::int
      or b.since_tm < now() - make_interval(hours => ${behindHours}::int))`

/** A market is the problem when updates of more than this share of its stores, and of so many, can't reach it. */
export const marketPercent = 30
export const fewestOfMarket = 5
/** Within this time; while it lasts, within the time in which a failed update is certainly retried. */
export const marketMinutes = 15
const retriedMinutes = 60
const outage = Object.values(outageTexts).map((text) => `${text}%`)
const market = sql`
  select k.market_id::text as subject, null::smallint as severity,
    min(last.end_tm) filter (where f.failed) as since_tm,
    k.market_name || ' isn’t responding. Updates fail for ' || count(*) filter (where f.failed) || ' of '
      || ${manyText(sql`count(*)`, 'store')} as message,
    '/reports/update-failures' as link, ${nobody}
  from vendor_store s
  join market k using (market_id)
  left join system_message open on open.event_key = 'market:' || k.market_id and open.ended_tm is null
  left join lateral (
    select a.end_tm, a.reason
    from (${updateJobs} order by j.job_id desc limit 3) j
    join job_attempt a using (job_id)
    where a.end_tm > now() - make_interval(mins => ${retriedMinutes}::int)
    order by a.end_tm desc
    limit 1) last on true
  cross join lateral (
    select coalesce(
      last.reason like any(${outage}::text[])
        and (open.id is not null or last.end_tm > now() - make_interval(mins => ${marketMinutes}::int)),
      false) as failed) f
  where s.stopped_reason is null and s.drop_to ->> 'kind' is distinct from 'none'
  group by k.market_id
  having count(*) filter (where f.failed) >= ${fewestOfMarket}::int
    and 100 * count(*) filter (where f.failed) > ${marketPercent}::int * count(*)`

export const storeStates: Pick<States, 'store' | 'store_behind' | 'update' | 'market'> = {
  store,
  store_behind,
  update,
  market,
}
