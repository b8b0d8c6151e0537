import { jobStatus, jobThresholds } from '#contract/jobs/types.ts'
import { severityLevel } from '#contract/notifications/kinds.ts'
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
  having count(*) > 0`

const clock = sql`
  select c.server as subject, null::smallint as severity, c.tm as since_tm,
    'The clock of ' || c.server || ' is off by ' || abs(c.ahead_seconds) || ' s. It takes no money jobs' as message,
    '/dashboards/servers' as link, ${nobody}
  from clock_off c
  where c.tm > now() - interval '5 minutes'`

export const systemStates: Pick<States, 'no_worker' | 'queue' | 'jobs_failing' | 'mail' | 'clock'> = {
  no_worker,
  queue,
  jobs_failing,
  mail,
  clock,
}
