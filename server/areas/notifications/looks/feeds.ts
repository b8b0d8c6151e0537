import { graceMinutes } from '#contract/incidents/standing.ts'
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

export const feedStates: Pick<States, 'feed' | 'host'> = { feed, host }
