import {
  jobCapacity,
  jobCategories,
  jobStates,
  jobStatus,
  jobTypes,
  schedulableTypes,
  type JobCategory,
} from '#contract/jobs/types.ts'
import { mostTrendPoints } from '#contract/jobs/dashboard.ts'
import type { Job } from '#contract/jobs/jobs.ts'
import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { databaseNow } from '#server/platform/clock.ts'

const executing = sql.lit(jobStatus.executing)
const scheduledStatus = sql.lit(jobStatus.scheduled)
const failedStatus = sql.lit(jobStatus.failed)

/** A job as lists show it, from `job j`: without its payload and result, which may be long. */
export const jobColumns = sql`
  j.job_id, j.job_type as job_spec_name, j.category, j.job_status, j.job_rank, j.param_name, j.param_value,
  j.subject, j.server, j.vcpu, j.attempt, j.queued_tm, j.job_start_time, j.job_end_time, j.heartbeat_tm,
  j.progress, j.progress_text, j.reason,
  (j.job_status = ${executing} and j.terminate_reason is not null) as stopping,
  (j.job_status = ${failedStatus} and j.terminate_reason is not null) as terminated,
  (j.payload->>'feed_run_id')::bigint as feed_run_id,
  j.payload->>'sku' as sku, (j.payload->>'product_id')::bigint as product_id`

export type JobRow = Omit<Job, 'job_state'>
export const toJob = (row: JobRow): Job => ({ ...row, job_state: jobStates[row.job_status] ?? 'Unscheduled' })

/**
 * Executing jobs first, then queued ones, each by rank. The usual time is the median and the 95th
 * percentile of the record's last 20 successes.
 */
export async function listCurrentJobs({ db }: Ctx): Promise<Job[]> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns}, u.usual_seconds, u.usual_most_seconds
    from (
      select *
      from job
      where job_status in (${executing}, ${scheduledStatus})
      order by job_status, job_rank desc, job_id
      limit 500) j
    left join lateral (
      select percentile_cont(0.5) within group (order by seconds)::float8 as usual_seconds,
        percentile_cont(0.95) within group (order by seconds)::float8 as usual_most_seconds
      from (
        select extract(epoch from job_end_time - job_start_time) as seconds
        from job h
        where h.job_type = j.job_type
          and h.param_value = j.param_value
          and h.job_status = ${sql.lit(jobStatus.succeeded)}
        order by h.job_id desc
        limit 20) last
      where j.job_status = ${executing}) u on true
    order by j.job_status, j.job_rank desc, j.job_id`.execute(db)
  return rows.map(toJob)
}

interface CategorySummary {
  category: JobCategory
  executing: number
  queued: number
  vcpus: number
  average_queued: number
  longest_queued: number
  average_executing: number
  longest_executing: number
}

/** Minutes queued and executing, and vCPUs in use, by category. */
export async function getJobSummary({ db, config }: Ctx) {
  const whileQueued = sql`(where job_status = ${scheduledStatus})`
  const whileExecuting = sql`(where job_status = ${executing})`
  const waitSeconds = sql`extract(epoch from now() - queued_tm)`
  const ran = sql`extract(epoch from now() - job_start_time)`
  const summaryQuery = sql<CategorySummary>`
    select c.category,
      count(j.*) filter ${whileExecuting} as executing,
      count(j.*) filter ${whileQueued} as queued,
      coalesce(sum(vcpu) filter ${whileExecuting}, 0)::int as vcpus,
      coalesce(avg(${waitSeconds}) filter ${whileQueued}, 0)::float8 / 60 as average_queued,
      coalesce(max(${waitSeconds}) filter ${whileQueued}, 0)::float8 / 60 as longest_queued,
      coalesce(avg(${ran}) filter ${whileExecuting}, 0)::float8 / 60 as average_executing,
      coalesce(max(${ran}) filter ${whileExecuting}, 0)::float8 / 60 as longest_executing
    from unnest(${[...jobCategories]}::text[]) with ordinality as c(category, place)
    left join job j on j.category = c.category and j.job_status in (${executing}, ${scheduledStatus})
    group by c.category, c.place
    order by c.place`.execute(db)
  const alive = sql<{ servers: number; server_vcpus: number }>`
    select count(*) as servers, coalesce(sum(vcpus), 0)::int as server_vcpus
    from job_server
    where heartbeat_tm > now() - interval '1 minute'`.execute(db)
  const [{ rows }, servers] = await Promise.all([summaryQuery, alive])
  return {
    capacity: config.production ? jobCapacity.production : jobCapacity.development,
    ...singleRow(servers.rows),
    vcpus_in_use: rows.reduce((sum, row) => sum + row.vcpus, 0),
    categories: rows,
  }
}

type TrendPoint = {
  interval_start: number
  image_count: number
  updating_count: number
  monitoring_count: number
  ordering_count: number
  failed_count: number
}
const keptTrends = new Map<string, { until: number; points: TrendPoint[] }>()
export const trendSeconds = 30

/**
 * Jobs started in each interval, by category; cached for half a minute unless `refresh` is set. The
 * interval widens if the span would give more points than `mostTrendPoints`.
 */
export async function getJobTrends(
  { db, database }: Ctx,
  { query }: Parsed<'getJobTrends'>,
): Promise<TrendPoint[]> {
  const { start, end, category } = query
  const seconds = Math.max(query.interval * 60, Math.ceil((end - start) / mostTrendPoints / 60) * 60)
  const key = [database.url, start, end, seconds, category].join()
  const keptTrend = keptTrends.get(key)
  if (keptTrend && keptTrend.until > databaseNow() && !query.refresh) return keptTrend.points
  // each job once by the covering index, then the empty intervals between;
  // date_bin calculates in integers: extract(epoch …) is numeric and took twice as long
  const { rows } = await sql<TrendPoint>`
    with counted as (
      select date_bin(make_interval(secs => ${seconds}), job_start_time, timestamptz 'epoch') as bin,
        count(*) filter (where category = 'image') as image_count,
        count(*) filter (where category = 'updating') as updating_count,
        count(*) filter (where category = 'monitoring') as monitoring_count,
        count(*) filter (where category = 'ordering') as ordering_count,
        count(*) filter (where job_status = ${failedStatus}) as failed_count
      from job
      where job_start_time >= to_timestamp(${start})
        and job_start_time < to_timestamp(${end})
        and ${category ? sql`category = ${category}` : sql`true`}
      group by 1),
    -- those that a person stopped: few, and the covering index above doesn't hold who did
    stopped as (
      select date_bin(make_interval(secs => ${seconds}), job_start_time, timestamptz 'epoch') as bin,
        count(*) as jobs
      from job
      where job_status = ${failedStatus}
        and terminate_by is not null
        and job_end_time >= to_timestamp(${start})
        and job_start_time >= to_timestamp(${start})
        and job_start_time < to_timestamp(${end})
        and ${category ? sql`category = ${category}` : sql`true`}
      group by 1)
    select g.at as interval_start, coalesce(image_count, 0) as image_count,
      coalesce(updating_count, 0) as updating_count, coalesce(monitoring_count, 0) as monitoring_count,
      coalesce(ordering_count, 0) as ordering_count,
      coalesce(failed_count, 0) - coalesce(stopped.jobs, 0) as failed_count
    from generate_series(
      floor(${start}::bigint / ${seconds}::int)::bigint * ${seconds}::int,
      ${end}::bigint - 1,
      ${seconds}::bigint) as g(at)
    left join counted c on c.bin = to_timestamp(g.at)
    left join stopped on stopped.bin = to_timestamp(g.at)
    order by g.at`.execute(db)
  for (const [k, v] of keptTrends) if (v.until < databaseNow()) keptTrends.delete(k)
  if (keptTrends.size < 500) keptTrends.set(key, { until: databaseNow() + trendSeconds * 1000, points: rows })
  return rows
}

interface RecentRuns {
  running: number
  applied: number
  unchanged: number
  held: number
  rejected: number
  failed: number
}

export async function countRecentRuns({ db }: Ctx): Promise<RecentRuns> {
  const { rows } = await sql<RecentRuns>`
    select count(*) filter (where state in ('queued', 'running')) as running,
      count(*) filter (where state = 'applied') as applied,
      count(*) filter (where state = 'unchanged') as unchanged,
      count(*) filter (where state = 'held') as held,
      count(*) filter (where state = 'rejected') as rejected,
      count(*) filter (where state = 'failed') as failed
    from feed_run
    where insert_tm > now() - interval '24 hours'
      and not dry`.execute(db)
  return singleRow(rows)
}

interface Server {
  server: string
  vcpus: number
  vcpus_in_use: number
  downloads: number
  downloads_in_use: number
  running_jobs: number
  started_tm: string
  heartbeat_tm: string
  lost: boolean
}

export async function listServers({ db }: Ctx): Promise<Server[]> {
  const { rows } = await sql<Server>`
    select server, vcpus, vcpus_in_use, downloads, downloads_in_use, running_jobs, started_tm, heartbeat_tm,
      heartbeat_tm < now() - interval '1 minute' as lost
    from job_server
    where heartbeat_tm > now() - interval '1 hour'
    order by server
    limit 500`.execute(db)
  return rows
}

export const listSchedulableJobs = () =>
  Promise.resolve(
    schedulableTypes.map((job_type) => {
      const { label, category, param, vcpu } = jobTypes[job_type]
      return { job_type, label, category, param_name: param, vcpu }
    }),
  )

const categoryLabels = {
  image: 'Images',
  updating: 'Updating',
  monitoring: 'Monitoring',
  ordering: 'Ordering',
} as const
export const listJobCategories = () =>
  Promise.resolve(jobCategories.map((category) => ({ category, label: categoryLabels[category] })))
