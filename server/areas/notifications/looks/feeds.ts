import { badStates, goodStates } from '#contract/feeds/standing.ts'
import { graceMinutes } from '#contract/incidents/standing.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { severityLevel } from '#contract/notifications/kinds.ts'
import { failureMarks } from '#contract/suppliers/failures.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { manyText, nobody, type States } from '../states.ts'

/** Causes that don't pass by themselves. */
const staysUntilFixed = sql`('refused_login', 'host_key', 'certificate')`
/** Feeds with an incident that lasts or won't pass by itself, and held runs at once. */
const feed = sql`
  select f.feed_id::text as subject, null::smallint as severity,
    least(i.began_tm, held.end_tm) as since_tm,
    d.supplier_name || coalesce(' for ' || v.company, '') || case
      when held.feed_run_id is not null then ': run ' || held.feed_run_id || ' held. ' || coalesce(held.reason, '')
      when i.kind = 'failing' then ': updates fail. ' || coalesce(failed.reason, '')
      else ': the newest data is older than promised'
    end as message,
    case
      when coalesce(held.feed_run_id, failed.feed_run_id) is not null
        then '/feed-runs/' || coalesce(held.feed_run_id, failed.feed_run_id)
      when c.vendor_custom_feed_id is not null
        then '/vendors/view/' || c.vendor_id || '/custom_feed/' || c.vendor_custom_feed_id
      else '/suppliers/view/' || f.dropshipper_id || '/monitoring'
    end as link,
    f.dropshipper_id, f.vendor_custom_feed_id, c.vendor_id
  from (
    select feed_id from incident where ended_tm is null
    union
    select feed_id from feed_run where state = 'held') wrong
  join feed f using (feed_id)
  join dropshipper d using (dropshipper_id)
  left join vendor_custom_feed c on c.vendor_custom_feed_id = f.vendor_custom_feed_id
  left join vendor v on v.vendor_id = c.vendor_id
  left join incident i on i.feed_id = f.feed_id and i.ended_tm is null and i.well_tm is null
    and (
      i.reason_code in ${staysUntilFixed}
      or i.seen_tm <= now() - make_interval(mins => ${graceMinutes}::int))
  left join lateral (
    select feed_run_id, reason, end_tm
    from feed_run r
    where r.feed_id = f.feed_id and r.state = 'held'
    order by feed_run_id desc
    limit 1) held on true
  left join lateral (
    select feed_run_id, reason
    from feed_run r
    where i.kind = 'failing' and r.feed_id = f.feed_id and r.state in ('rejected', 'failed')
      and r.mends_run_id is null
    order by feed_run_id desc
    limit 1) failed on true
  where i.incident_id is not null or held.feed_run_id is not null`

/** The host of a feed's source `f`. */
export const hostOfFeed = sql`coalesce(f.source->>'host', substring(f.source->>'url' from '^[a-zA-Z]+://([^/:?#]+)'))`
/** So many feeds of one host must be unreachable. */
const fewestOfHost = 2

/** Feeds of one server that can't be reached: the server is the problem. */
const host = sql`
  select h.host as subject, null::smallint as severity, min(h.began_tm) as since_tm,
    h.host || ' doesn’t respond: ' || ${manyText(sql`count(*)`, 'feed')} || ' of '
      || ${manyText(sql`count(distinct h.dropshipper_id)`, 'supplier')} as message,
    '/monitoring/' as link, ${nobody}
  from (
    select i.began_tm, f.dropshipper_id, lower(${hostOfFeed}) as host
    from incident i
    join feed f using (feed_id)
    where i.ended_tm is null and i.well_tm is null and i.reason_code = 'unreachable') h
  where h.host is not null
  group by h.host
  having count(*) >= ${fewestOfHost}::int`

/** Shares of fewer updates say nothing. */
export const fewestUpdates = 20
/** The share of failed updates of all suppliers, and of all vendors, by the limits of *Update failures*. */
const update_failures = sql`
  select e.subject,
    case
      when 100.0 * e.failed > ${failureMarks.severe}::int * e.updates then ${severityLevel('urgent')}::smallint
    end as severity,
    e.since_tm,
    round(100.0 * e.failed / e.updates) || '% of ' || e.what || ' failed in the last ${sql.raw(String(failureMarks.days))} days: '
      || e.failed || ' of ' || e.updates || coalesce('. Most often: ' || e.reason, '') as message,
    '/reports/update-failures' as link, ${nobody}
  from (
    select 'suppliers' as subject, 'supplier updates' as what, count(*) as updates,
      count(*) filter (where r.is_bad) as failed, min(r.end_tm) filter (where r.is_bad) as since_tm,
      mode() within group (order by r.reason) filter (where r.is_bad) as reason
    from (
      select r.end_tm, r.reason, r.state = any(${badStates}::text[]) as is_bad
      from feed_run r
      join feed f using (feed_id)
      where ${ownFeed('f')}
        and not r.dry
        and r.state = any(${[...goodStates, ...badStates]}::text[])
        and r.insert_tm > now() - make_interval(days => ${failureMarks.days}::int)) r
    union all
    select 'vendors', 'store and custom feed updates', count(*),
      count(*) filter (where j.is_bad), min(j.job_end_time) filter (where j.is_bad),
      mode() within group (order by j.reason) filter (where j.is_bad)
    from (
      select j.job_end_time, j.reason, j.job_status = ${sql.lit(jobStatus.failed)} as is_bad
      from job j
      where j.job_type in ('RESTRICTED_MONITORING_JOB', 'VENDOR_STORE_UPDATER_JOB')
        and j.job_status in (${sql.lit(jobStatus.succeeded)}, ${sql.lit(jobStatus.failed)})
        and j.terminate_by is null
        and j.job_start_time > now() - make_interval(days => ${failureMarks.days}::int)) j) e
  where e.updates >= ${fewestUpdates}::int and 100.0 * e.failed > ${failureMarks.moderate}::int * e.updates`

/** So much of the feeds' time may be late because of us, in percent. */
export const latePercent = 1
/**
 * How many times faster than that, over a window and over a shorter one that ends it soon after it is fixed. What is
 * urgent isn't about a few feeds, each of which has a notification of its own.
 */
export const burns = [
  { hours: 1, shortMinutes: 5, times: 14.4, severity: 'urgent', fewest: 7, within: 'hour' },
  { hours: 6, shortMinutes: 30, times: 6, severity: 'urgent', fewest: 7, within: '6 hours' },
  { hours: 72, shortMinutes: 360, times: 1, severity: 'today', fewest: 2, within: '3 days' },
] as const
const burnRows = sql.join(
  burns.map(
    ({ hours, shortMinutes, times, severity, fewest, within }, place) =>
      sql`(${place}::int, ${hours * 60}::int, ${shortMinutes}::int, ${times}::float8, ${severityLevel(severity)}::smallint,
        ${fewest}::int, ${within}::text)`,
  ),
)
/** The share of the feeds' minutes of a window in which a feed was late because of us. */
const lateShare = (minutes: string) => sql`(
  select coalesce(sum(extract(epoch from
    least(l.until_tm, now()) - greatest(l.began_tm, now() - make_interval(mins => ${sql.ref(minutes)})))), 0)
    / 60 / ${sql.ref(minutes)} / nullif(c.feeds, 0)
  from late l
  where l.until_tm > now() - make_interval(mins => ${sql.ref(minutes)}))`
/** Late: a scheduled feed that didn't run in time, or whose run failed by no fault of its file. */
const freshness = sql`
  with late as materialized (
    select i.feed_id, i.began_tm, coalesce(i.well_tm, i.ended_tm, 'infinity') as until_tm
    from incident i
    join feed f using (feed_id)
    where f.schedule_active and f.schedule_cron is not null
      and (i.kind = 'late' or i.reason_code = 'failed')
      and coalesce(i.well_tm, i.ended_tm, 'infinity') > now() - make_interval(mins => ${burns.at(-1)!.hours * 60}::int)),
  counted as materialized (select count(*) as feeds from feed where schedule_active and schedule_cron is not null)
  select 'all' as subject, b.severity,
    (select min(l.began_tm) from late l where l.until_tm > now() - make_interval(mins => b.short_minutes)) as since_tm,
    n.feeds || ' of ' || ${manyText(sql`c.feeds`, 'feed')} || ' late because of us in the last ' || b.within
      || ': runs didn’t start or failed' as message,
    '/monitoring/' as link, ${nobody}
  from counted c
  cross join (values ${burnRows}) as b (place, minutes, short_minutes, times, severity, fewest, within)
  cross join lateral (
    select count(distinct l.feed_id) as feeds
    from late l
    where l.until_tm > now() - make_interval(mins => b.minutes)) n
  where n.feeds >= b.fewest
    and 100 * ${lateShare('b.minutes')} >= b.times * ${latePercent}::int
    and 100 * ${lateShare('b.short_minutes')} >= b.times * ${latePercent}::int
  order by b.place
  limit 1`

export const feedStates: Pick<States, 'feed' | 'host' | 'update_failures' | 'freshness'> = {
  feed,
  host,
  update_failures,
  freshness,
}
