import { jobStatus, jobThresholds } from '#contract/jobs/types.ts'
import { kindNames, kinds, severityLevel } from '#contract/notifications/kinds.ts'
import type { Config } from '#server/platform/config.ts'
import { sql } from '#server/platform/database/db.ts'
import { manyText, nobody, type States } from '../states.ts'

/** Failed jobs of one cause within an hour. */
const mostFailed = 10

const queued = sql`
  select category, count(*) as jobs, min(queued_tm) as oldest_tm,
    avg(extract(epoch from now() - queued_tm)) / 60 as average_minutes
  from job
  where job_status = ${sql.lit(jobStatus.scheduled)}
  group by category`

const no_worker = sql`
  select 'all' as subject, null::smallint as severity, min(q.oldest_tm) as since_tm,
    'No worker is running. ' || ${manyText(sql`sum(q.jobs)`, 'job')} || ' queued' as message,
    '/dashboards/dashboard' as link, ${nobody}
  from (${queued}) q
  where not exists (select from job_server where heartbeat_tm > now() - interval '1 minute')
  having count(*) > 0`

/** From the second that is lost within a day, which is as long as its row is kept, someone should look. */
const worker_lost = sql`
  select s.server as subject,
    case
      when row_number() over (order by s.heartbeat_tm, s.server) > 1 then ${severityLevel('today')}::smallint
    end as severity,
    s.heartbeat_tm as since_tm,
    'Worker ' || s.server || ' stopped responding. Its jobs run on other workers' as message,
    '/dashboards/servers' as link, ${nobody}
  from job_server s
  where s.heartbeat_tm < now() - interval '1 minute'`

const queue = sql`
  select q.category as subject,
    case
      when q.oldest_tm < now() - make_interval(mins => ${jobThresholds.longest_queued}::int)
        then ${severityLevel('urgent')}::smallint
    end as severity,
    q.oldest_tm as since_tm,
    ${manyText(sql`q.jobs`, 'job')} || ' queued (' || q.category || '), the oldest for '
      || round(extract(epoch from now() - q.oldest_tm) / 3600) || ' h' as message,
    '/dashboards/dashboard' as link, ${nobody}
  from (${queued}) q
  where q.average_minutes > ${jobThresholds.average_queued}::int
    or q.oldest_tm < now() - make_interval(mins => ${jobThresholds.longest_queued}::int)`

const jobs_failing = sql`
  select j.job_type || ':' || coalesce(j.cause, '') as subject, null::smallint as severity,
    min(j.job_end_time) as since_tm,
    ${manyText(sql`count(*)`, 'job')} || ' of one type failed within an hour. ' || coalesce(max(j.reason), '') as message,
    '/dashboards/dashboard' as link, ${nobody}
  from job j
  where j.job_status = ${sql.lit(jobStatus.failed)}
    and j.terminate_by is null
    and j.job_end_time > now() - interval '1 hour'
  group by j.job_type, j.cause
  having count(*) >= ${mostFailed}::int`

const mail = sql`
  select 'all' as subject, null::smallint as severity, min(m.tm) as since_tm,
    ${manyText(sql`count(*)`, 'email')} || ' waiting. ' || coalesce(max(m.error), '') as message,
    '/dashboards/servers' as link, ${nobody}
  from mail m
  where m.sent_tm is null and m.tries > 0 and m.tm < now() - interval '15 minutes'
    -- refused for good: it waits for nothing
    and m.next_try_tm <> 'infinity'
  having count(*) > 0`

const staff_mail = sql`
  select l.login_id::text as subject, null::smallint as severity, min(t.tm) as since_tm,
    'Emails to ' || l.email || ' bounce, so none are sent. '
      || (array_agg(t.reason order by t.tm desc))[1] as message,
    '/staff' as link, ${nobody}
  from login l
  join mail_trouble t on t.address = lower(l.email)
  where l.role <> 'customer' and l.disabled_tm is null and t.what <> 'soft_bounce'
  group by l.login_id`

const clock = sql`
  select c.server as subject, null::smallint as severity, c.tm as since_tm,
    'The clock of ' || c.server || ' is off by ' || abs(c.ahead_seconds) || ' s. It takes no money jobs' as message,
    '/dashboards/servers' as link, ${nobody}
  from clock_off c
  where c.tm > now() - interval '5 minutes'`

/** With less space than this, uploads are refused. */
const disk = (floorBytes: number) => sql`
  select s.server as subject, null::smallint as severity, now() - interval '1 hour' as since_tm,
    'The disk of ' || s.server || ' is almost full: ' || pg_size_pretty(s.disk_free_bytes) || ' left' as message,
    '/dashboards/servers' as link, ${nobody}
  from job_server s
  where s.heartbeat_tm > now() - interval '5 minutes' and s.disk_free_bytes < ${floorBytes}::bigint`

const endpoint = sql`
  select e.notice_endpoint_id::text as subject, null::smallint as severity,
    coalesce(e.failing_since, now()) as since_tm,
    case e.state
      when 'off' then 'Webhook ' || e.name || ' turned off. ' || e.off_reason
      else 'Webhook ' || e.name || ' fails. ' || coalesce(last.answer_text, '')
    end as message,
    '/notifications/settings?of=webhooks' as link, ${nobody}
  from notice_endpoint e
  left join lateral (
    select left(coalesce('Status ' || d.answer_status || '. ', '') || d.answer_text, 200) as answer_text
    from notice_delivery d
    where d.notice_endpoint_id = e.notice_endpoint_id and d.answer_ms is not null
    order by d.notice_delivery_id desc
    limit 1) last on true
  where e.state = 'failing' or (e.state = 'off' and e.failing_since is not null)`

/** More new problems of one kind within this time are one problem. */
const stormMinutes = 5
const mostAtOnce = 5
const kindNameRows = sql.join(
  kindNames
    .filter((kind) => !kinds[kind].point && kind !== 'storm')
    .map((kind) => sql`(${kind}, ${kinds[kind].name})`),
)
const storm = sql`
  select n.kind as subject, null::smallint as severity, min(m.began_tm) as since_tm,
    n.name || ': ' || count(*) || ' problems in a few minutes' as message,
    '/notifications' as link, ${nobody}
  from (values ${kindNameRows}) as n (kind, name)
  join system_message m on m.kind = n.kind and m.ended_tm is null and not m.dismissed
  left join system_message p on p.id = m.parent_id and p.ended_tm is null
  where p.id is null or p.kind = 'storm'
  group by n.kind, n.name
  having count(*) filter (
    where p.id is not null or m.insert_tm > now() - make_interval(mins => ${stormMinutes}::int)) > ${mostAtOnce}::int`

export const systemStates = ({
  diskFloorBytes,
}: Pick<Config, 'diskFloorBytes'>): Pick<
  States,
  | 'no_worker'
  | 'worker_lost'
  | 'queue'
  | 'jobs_failing'
  | 'mail'
  | 'staff_mail'
  | 'clock'
  | 'disk'
  | 'endpoint'
  | 'storm'
> => ({
  no_worker,
  worker_lost,
  queue,
  jobs_failing,
  mail,
  staff_mail,
  clock,
  disk: disk(diskFloorBytes),
  endpoint,
  storm,
})
