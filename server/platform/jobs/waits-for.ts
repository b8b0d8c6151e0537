import { jobStatus, jobTypes, type JobType } from '#contract/jobs/types.ts'
import { sql, type Db } from '../database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

interface Waiting {
  /** The host that its file comes from, if another run downloads from it. */
  busy_host: string | null
  vcpu: number
  attempt: number
  reason: string | null
  /** Seconds until its next try. */
  again: number | null
  ahead: number
}
interface Capacity {
  workers: number
  vcpus: number
  free: number
  downloads: number
  downloads_in_use: number
  /** Free vCPUs of the worker that has most of them. */
  room: number
}

/** What a queued job waits for, by the queue's current state; null if it isn't waiting any more. */
export async function waitsFor(db: Db, jobId: number | null): Promise<string | null> {
  if (jobId === null) return null
  const job = await waiting(db, jobId)
  if (!job) return null
  if (job.attempt > 0) {
    const reasonText = job.reason ? ` (${job.reason})` : ''
    return `Retrying${job.again && job.again > 1 ? ` in ${Math.round(job.again)} s` : ' now'}. The last attempt failed${reasonText}.`
  }
  const { workers, vcpus, free, room, downloads, downloads_in_use } = await capacity(db)
  if (workers === 0) return 'No workers are running.'
  if (job.busy_host !== null && downloads_in_use > 0)
    return `Waiting for other downloads from ${job.busy_host}.`
  if (downloads > 0 && downloads_in_use >= downloads) return `All ${downloads} downloads are in use.`
  const noun = job.ahead === 1 ? 'job is' : 'jobs are'
  const before = job.ahead > 0 ? ` ${job.ahead} ${noun} ahead.` : ''
  if (room >= job.vcpu) return before ? before.trim() : 'About to start.'
  const busy = await busyWith(db)
  return `Needs ${job.vcpu} vCPUs; ${vcpus - free} of ${vcpus} are busy${busy && ` with ${busy}`}.${before}`
}

async function waiting(db: Db, jobId: number): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select j.vcpu, j.attempt, j.reason,
      extract(epoch from b.start_after - now())::float8 as again,
      (
        select count(*)::int
        from job o
        where o.job_status = ${sql.lit(jobStatus.scheduled)}
          and o.attempt = 0
          and o.category <> 'image'
          and (o.job_rank > j.job_rank or (o.job_rank = j.job_rank and o.job_id < j.job_id))
      ) as ahead,
      case when exists (
        select from pgboss.job o where o.name = b.name and o.state = 'active' and o.group_id = b.group_id
      ) then b.group_id end as busy_host
    from job j
    left join pgboss.job b on b.id = j.boss_id and b.name = j.job_type
    where j.job_id = ${jobId} and j.job_status = ${sql.lit(jobStatus.scheduled)}`.execute(db)
  return rows[0]
}

/** Workers heard from within the last minute. */
async function capacity(db: Db): Promise<Capacity> {
  const { rows } = await sql<Capacity>`
    select count(*)::int as workers, coalesce(sum(vcpus), 0)::int as vcpus,
      coalesce(sum(free), 0)::int as free, coalesce(max(free), 0)::int as room,
      coalesce(sum(downloads), 0)::int as downloads,
      coalesce(sum(downloads_in_use), 0)::int as downloads_in_use
    from (
      select s.vcpus, s.downloads, s.downloads_in_use, greatest(0, s.vcpus - coalesce(sum(j.vcpu), 0)) as free
      from job_server s
      left join job j on j.server = s.server and j.job_status = ${sql.lit(jobStatus.executing)}
      where s.heartbeat_tm > now() - interval '1 minute'
      group by s.server
    ) servers`.execute(db)
  return singleRow(rows)
}

async function busyWith(db: Db): Promise<string> {
  const { rows } = await sql<{ type: JobType; jobs: number }>`
    select job_type as type, count(*)::int as jobs
    from job
    where job_status = ${sql.lit(jobStatus.executing)}
    group by job_type
    order by sum(vcpu) desc
    limit 3`.execute(db)
  return rows.map(({ type, jobs }) => `${jobs} × ${jobTypes[type]?.label ?? type}`).join(', ')
}
