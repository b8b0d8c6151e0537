import { jobCapacity, jobCategories, jobStates, jobTypes, type Job, type jobs, type JobType } from '#contract/jobs.ts'
import type { Parsed } from '#contract/operation.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const columns = sql`
  j.job_id, j.job_type as job_spec_name, j.category, j.job_status, j.job_rank, j.param_name, j.param_value, j.subject, j.server, j.vcpu, j.attempt, j.queued_tm, j.job_start_time, j.job_end_time, j.heartbeat_tm,
  j.progress, j.progress_text, j.reason, (j.payload->>'feed_run_id')::bigint as feed_run_id`

const toJob = (row: Omit<Job, 'job_state'>): Job => ({ ...row, job_state: jobStates[row.job_status] ?? 'Unscheduled' })

/** Executing first, the oldest first; then what waits, by rank. `usual_seconds` is the median of the record's last 20 successes. */
export async function currentJobs({ db }: Ctx): Promise<Job[]> {
  const { rows } = await sql<Omit<Job, 'job_state'>>`
    select ${columns}, u.usual_seconds from (select * from job where job_status in (1, 4) order by job_status, job_rank desc, job_id limit 500) j
    left join lateral (
      select percentile_cont(0.5) within group (order by extract(epoch from job_end_time - job_start_time))::float8 as usual_seconds
      from (select job_start_time, job_end_time from job h where h.job_type = j.job_type and h.param_value = j.param_value and h.job_status = 2 order by h.job_id desc limit 20) last
    ) u on true order by j.job_status, j.job_rank desc, j.job_id`.execute(db)
  return rows.map(toJob)
}

export async function jobHistory({ db }: Ctx, { body }: Parsed<typeof jobs.getJobHistory>): Promise<Job[]> {
  const { rows } = await sql<Omit<Job, 'job_state'>>`
    select ${columns}, null as usual_seconds from job j
    where ${body.job_type ? sql`job_type = ${body.job_type}` : sql`true`} and ${body.param_value ? sql`param_value = ${body.param_value}` : sql`true`} and ${body.param_name ? sql`param_name = ${body.param_name}` : sql`true`}
      and ${body.category ? sql`category = ${body.category}` : sql`true`} and ${body.job_status.length ? sql`job_status = any(${body.job_status}::smallint[])` : sql`true`} and ${body.before ? sql`job_id < ${body.before}` : sql`true`}
    order by job_id desc limit 50`.execute(db)
  return rows.map(toJob)
}

/** Minutes queued and executing, and vCPUs in use, by category. */
export async function summary({ db, config }: Ctx) {
  const { rows } = await sql<{
    category: (typeof jobCategories)[number]
    executing: number
    queued: number
    vcpus: number
    average_queued: number
    longest_queued: number
    average_executing: number
    longest_executing: number
  }>`
    select c.category, count(j.*) filter (where job_status = 1) as executing, count(j.*) filter (where job_status = 4) as queued, coalesce(sum(vcpu) filter (where job_status = 1), 0)::int as vcpus,
      coalesce(avg(extract(epoch from now() - queued_tm)) filter (where job_status = 4), 0)::float8 / 60 as average_queued, coalesce(max(extract(epoch from now() - queued_tm)) filter (where job_status = 4), 0)::float8 / 60 as longest_queued,
      coalesce(avg(extract(epoch from now() - job_start_time)) filter (where job_status = 1), 0)::float8 / 60 as average_executing, coalesce(max(extract(epoch from now() - job_start_time)) filter (where job_status = 1), 0)::float8 / 60 as longest_executing
    from unnest(${[...jobCategories]}::text[]) with ordinality as c(category, place) left join job j on j.category = c.category and j.job_status in (1, 4) group by c.category, c.place order by c.place`.execute(
    db,
  )
  return {
    capacity: config.production ? jobCapacity.production : jobCapacity.development,
    vcpus_in_use: rows.reduce((sum, r) => sum + r.vcpus, 0),
    categories: rows,
  }
}

/** Jobs begun in each interval, by category. The interval widens itself where the span would give more than 1,000 points. */
export async function trends({ db }: Ctx, { query }: Parsed<typeof jobs.trends>) {
  const seconds = Math.max(query.interval * 60, Math.ceil((query.end - query.start) / 1000 / 60) * 60)
  const { rows } = await sql<{
    interval_start: number
    image_count: number
    updating_count: number
    monitoring_count: number
    ordering_count: number
    failed_count: number
  }>`
    with j as (
      select floor(extract(epoch from job_start_time) / ${seconds}::int)::bigint * ${seconds}::int as at, category, job_status from job
      where job_start_time >= to_timestamp(${query.start}) and job_start_time < to_timestamp(${query.end}) and ${query.category ? sql`category = ${query.category}` : sql`true`})
    select g.at as interval_start, count(*) filter (where category = 'image') as image_count, count(*) filter (where category = 'updating') as updating_count, count(*) filter (where category = 'monitoring') as monitoring_count,
      count(*) filter (where category = 'ordering') as ordering_count, count(*) filter (where job_status = 3) as failed_count
    from generate_series(floor(${query.start}::bigint / ${seconds}::int)::bigint * ${seconds}::int, ${query.end}::bigint - 1, ${seconds}::bigint) as g(at) left join j on j.at = g.at group by g.at order by g.at`.execute(
    db,
  )
  return rows
}

export async function monitoringInfo({ db }: Ctx) {
  const { rows } = await sql<{ running: number; applied: number; unchanged: number; held: number; rejected: number; failed: number }>`
    select count(*) filter (where state in ('queued', 'running')) as running, count(*) filter (where state = 'applied') as applied, count(*) filter (where state = 'unchanged') as unchanged,
      count(*) filter (where state = 'held') as held, count(*) filter (where state = 'rejected') as rejected, count(*) filter (where state in ('failed', 'terminated')) as failed
    from feed_run where insert_tm > now() - interval '24 hours' and not dry`.execute(db)
  return rows[0]!
}

export async function activeServers({ db }: Ctx) {
  const { rows } = await sql<{
    server: string
    vcpus: number
    vcpus_in_use: number
    running_jobs: number
    started_tm: string
    heartbeat_tm: string
    lost: boolean
  }>`
    select server, vcpus, vcpus_in_use, running_jobs, started_tm, heartbeat_tm, heartbeat_tm < now() - interval '1 minute' as lost from job_server where heartbeat_tm > now() - interval '1 hour' order by server limit 500`.execute(
    db,
  )
  return rows
}

export const templates = () =>
  Promise.resolve(
    (Object.entries(jobTypes) as [JobType, (typeof jobTypes)[JobType]][])
      .filter(([type]) => type !== 'FEED_ROLLBACK_JOB')
      .map(([job_type, t]) => ({ job_type, label: t.label, category: t.category, param_name: t.param, vcpu: t.vcpu })),
  )
