import { severityLevel } from '#contract/notifications/kinds.ts'
import { graceMinutes } from '#contract/incidents/standing.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { brokenInvariants, type Invariants } from '#server/platform/database/invariants.ts'

const urgent = sql.lit(severityLevel('urgent'))
/** Problems `m` that still exist, and of which someone on call is notified by a rule that is older. */
const isForOnCall = sql`
  m.severity = ${urgent} and m.ended_tm is null and not m.dismissed and m.parent_id is null
  and exists (
    select from notice_rule r
    where r.active and r.target = 'turn' and r.owner_login_id is null and r.scope = 'all' and r.categories = '{}'
      and r.insert_tm < m.insert_tm)`
/** Whose messages `d` are sent at all. */
const isReachable = sql`(
  exists (select from login l where l.login_id = d.login_id and l.disabled_tm is null)
  or exists (select from notice_endpoint e where e.notice_endpoint_id = d.notice_endpoint_id and e.state <> 'off'))`

/** What must never be found in the tables of notifications; each query returns nothing. */
const invariants: Invariants = {
  'a key has one notification at a time': sql`
    select b.id
    from system_message a
    join system_message b on b.event_key = a.event_key and b.id > a.id
    where b.insert_tm < coalesce(a.ended_tm, 'infinity') and a.ended_by is distinct from 'worse'`,
  'nothing ends before it starts': sql`
    select id
    from system_message
    where ended_tm < began_tm or (ended_by = 'itself' and last_tm > ended_tm)`,
  'a count is that of its events': sql`
    select m.id
    from system_message m
    left join system_message p on p.id = m.previous_id
    cross join lateral (
      select count(*) as events
      from notice_event e
      where e.system_message_id = m.id and e.what <> 'end') own
    where m.began_tm > now() - interval '29 days' and own.events > 0
      and own.events + coalesce(p.count, 0) <> m.count`,
  'an urgent problem is sent to someone within a minute': sql`
    select m.id
    from system_message m
    where ${isForOnCall} and m.insert_tm < now() - interval '1 minute'
      and not exists (select from notice_delivery d where d.system_message_id = m.id)`,
  'an urgent problem without an assignee is sent again within two hours': sql`
    select m.id
    from system_message m
    where ${isForOnCall} and m.taken_by is null and m.insert_tm < now() - interval '2 hours'
      and coalesce(m.snoozed_until, '-infinity') < now() - interval '10 minutes'
      and not exists (
        select from notice_delivery d where d.system_message_id = m.id and d.phase = 'reminder')`,
  'urgent problems have someone to go to': sql`
    select notice_rule_id as id
    from notice_rule
    where active and target = 'turn'
      and not exists (select from login where role = 'admin' and disabled_tm is null)
      and not exists (select from notice_turn where step = 1 and now() between from_tm and until_tm)`,
  'everyone who got the beginning gets the end': sql`
    select d.notice_delivery_id as id
    from notice_delivery d
    join notice_rule r using (notice_rule_id)
    join system_message m on m.id = d.system_message_id
    where d.phase = 'begin' and d.state = 'sent' and m.ended_by = 'itself' and not m.dismissed and r.active
      and ${isReachable}
      and not exists (
        select
        from notice_delivery e
        where e.system_message_id = d.system_message_id
          and e.phase = 'end'
          and e.login_id is not distinct from d.login_id
          and e.notice_endpoint_id is not distinct from d.notice_endpoint_id)`,
  'no one gets the end alone': sql`
    select e.notice_delivery_id as id
    from notice_delivery e
    where e.phase = 'end' and e.state = 'sent'
      and not exists (
        select
        from notice_delivery d
        where d.system_message_id = e.system_message_id
          and d.phase = 'begin'
          and d.state in ('sent', 'failed')
          and d.login_id is not distinct from e.login_id
          and d.notice_endpoint_id is not distinct from e.notice_endpoint_id)`,
  'quiet hours are kept': sql`
    select d.notice_delivery_id as id
    from notice_delivery d
    join notice_person p using (login_id)
    join system_message m on m.id = d.system_message_id
    cross join lateral (select d.due_tm at time zone p.time_zone as tm) own
    where d.state = 'sent' and not d.digest and m.severity < ${urgent} and d.due_tm is distinct from m.snoozed_until
      and (
        not extract(isodow from own.tm)::int = any(p.work_days)
        or case
          when p.quiet_from > p.quiet_until then own.tm::time >= p.quiet_from or own.tm::time < p.quiet_until
          else own.tm::time >= p.quiet_from and own.tm::time < p.quiet_until
        end)`,
  'no message waits or is being sent for ten minutes': sql`
    select d.notice_delivery_id as id
    from notice_delivery d
    where ${isReachable}
      and case d.state
        when 'waiting' then d.due_tm < now() - interval '10 minutes'
        when 'sending' then d.claimed_tm < now() - interval '10 minutes'
      end`,
  'no event waits for two minutes': sql`
    select event_id as id from notice_inbox where tm < now() - interval '2 minutes'`,
  'a part is silent while its larger problem exists': sql`
    select d.notice_delivery_id as id
    from notice_delivery d
    join system_message m on m.id = d.system_message_id
    join system_message p on p.id = m.parent_id
    where d.phase = 'begin' and d.state = 'sent' and d.insert_tm > p.insert_tm
      and d.sent_tm between p.insert_tm and coalesce(p.ended_tm, 'infinity')`,
  'a part is silent no longer than its larger problem': sql`
    select m.id
    from system_message m
    join system_message p on p.id = m.parent_id
    where m.ended_tm is null and p.ended_tm < now() - interval '20 minutes'`,
  'an incident has its notification': sql`
    select i.incident_id as id
    from incident i
    where i.ended_tm is null and i.well_tm is null
      and i.seen_tm < now() - make_interval(mins => ${sql.lit(graceMinutes + 10)})
      and not exists (
        select from system_message m where m.event_key = 'feed:' || i.feed_id and m.ended_tm is null)`,
  'a feed that needs attention has an incident or a held run': sql`
    select m.id
    from system_message m
    where m.kind = 'feed' and m.ended_tm is null and m.last_tm < now() - interval '10 minutes'
      and not exists (
        select
        from incident i
        where m.event_key = 'feed:' || i.feed_id
          and coalesce(i.ended_tm, 'infinity') > now() - interval '10 minutes')
      and not exists (
        select
        from feed_run r
        where m.event_key = 'feed:' || r.feed_id and r.state = 'held')`,
  'a stopped store has its notification': sql`
    select s.vendor_store_id as id
    from vendor_store s
    where s.stopped_tm < now() - interval '10 minutes'
      and not exists (
        select from system_message m where m.event_key = 'store:' || s.vendor_store_id and m.ended_tm is null)`,
  'notifications are listed in the order of their ids': sql`
    select id
    from (select id, insert_tm, lag(insert_tm) over (order by id) as before_tm from system_message) m
    where insert_tm < before_tm - interval '5 seconds'`,
  'an urgent problem is dismissed with a reason': sql`
    select id
    from system_message
    where severity = ${urgent} and dismissed and ended_tm is null and coalesce(dismissed_reason, '') = ''`,
  'no one has read a later notification': sql`
    select login_id as id from login where last_acknowledge_tm > clock_timestamp() + interval '1 minute'`,
  'a webhook that was turned off has its notification': sql`
    select e.notice_endpoint_id as id
    from notice_endpoint e
    where e.state = 'off' and e.failing_since < now() - interval '10 minutes'
      and not exists (
        select
        from system_message m
        where m.event_key = 'endpoint:' || e.notice_endpoint_id and m.ended_tm is null)`,
  'a ticket is one': sql`
    select id from system_message where jira_ticket !~ '(^|/)[A-Z][A-Z0-9]{1,9}-[0-9]{1,7}$'`,
}

export const invariantNames = Object.keys(invariants)

/** The names of what is wrong, with the first record of each. For tests, in which no rule, hour or turn changes. */
export const faultsOfNotifications = (db: Db): Promise<string[]> => brokenInvariants(db, invariants)
