import type { Result } from '#contract/index.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { countWaiting } from '#server/areas/feeds/public.ts'
import { forecastGrowth, readKinds } from '#server/areas/retention/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { freeBytes, isNearlyFull } from '#server/platform/disk.ts'
import type { Ctx } from '#server/platform/services.ts'
import { databaseNow, readClocksOff } from '#server/platform/clock.ts'
import { wellSince } from './failures.ts'

interface HealthRow {
  workers: number
  workers_lost: number
  queued: number
  oldest_queued_seconds: number
  database_bytes: number
  disk_of_workers: number | null
}

/**
 * Down without a worker; degraded if one fell silent, a clock is off, the disk is nearly full, or a job has waited
 * for more than two hours.
 */
export function statusOf(
  row: Pick<HealthRow, 'workers' | 'workers_lost' | 'oldest_queued_seconds'>,
  { clocksOff = 0, disk_low: isDiskLow = false } = {},
): Result<'getHealth'>['status'] {
  if (row.workers === 0) return 'down'
  return row.workers_lost > 0 || clocksOff > 0 || isDiskLow || row.oldest_queued_seconds > 7200
    ? 'degraded'
    : 'ok'
}

/** What needs a person's attention; up to a minute old, since every screen of every user asks for it. */
const waitingByKey = new Map<string, { until: number; waiting: Promise<Waiting> }>()
const keptMs = 60_000
interface Waiting {
  feeds_waiting: number
  jobs_failed: number
  /** How many bytes the database will have grown by in 90 days. */
  growth: number | null
}
function waitingIn({ db, database }: Ctx): Promise<Waiting> {
  const before = waitingByKey.get(database.url)
  if (before && before.until > databaseNow()) return before.waiting
  const waiting = countBoth(db)
  waitingByKey.set(database.url, { until: databaseNow() + keptMs, waiting })
  waiting.catch(() => waitingByKey.delete(database.url))
  return waiting
}
async function countBoth(db: Db): Promise<Waiting> {
  const { rows } = await sql<{ jobs_failed: number }>`
    select count(*) as jobs_failed
    from job j
    where job_status = ${sql.lit(jobStatus.failed)}
      and terminate_by is null
      and job_end_time > now() - interval '1 day'
      and not ${wellSince}`.execute(db)
  return {
    feeds_waiting: await countWaiting(db),
    jobs_failed: singleRow(rows).jobs_failed,
    growth: forecastGrowth(await readKinds(db)),
  }
}

/** Workers may write to other machines' disks. */
const leastOf = (own: number | null, ofWorkers: number | null): number | null =>
  own === null || ofWorkers === null ? (own ?? ofWorkers) : Math.min(own, ofWorkers)

/** Workers, queue and database at a glance, and what needs a person's attention. */
export async function getHealth(ctx: Ctx) {
  const { db, config } = ctx
  const { rows } = await sql<HealthRow>`
    select
      (select count(*) from job_server where heartbeat_tm > now() - interval '1 minute') as workers,
      (
        select min(disk_free_bytes)
        from job_server
        where heartbeat_tm > now() - interval '1 minute') as disk_of_workers,
      (
        select count(*)
        from job_server
        where heartbeat_tm between now() - interval '1 hour' and now() - interval '1 minute'
      ) as workers_lost,
      count(*) as queued,
      coalesce(extract(epoch from now() - min(queued_tm)), 0)::float8 as oldest_queued_seconds,
      pg_database_size(current_database()) as database_bytes
    from job
    where job_status = ${sql.lit(jobStatus.scheduled)}`.execute(db)
  const { disk_of_workers, ...row } = singleRow(rows)
  const clocks_off = await readClocksOff(db)
  const { growth, ...waiting } = await waitingIn(ctx)
  const disk_free_bytes = leastOf(await freeBytes(config), disk_of_workers)
  const disk_low = isNearlyFull(disk_free_bytes, config)
  return {
    ...row,
    ...waiting,
    clocks_off,
    disk_free_bytes,
    disk_low,
    database_forecast_bytes: growth === null ? null : row.database_bytes + growth,
    status: statusOf(row, { clocksOff: clocks_off.length, disk_low }),
    database: config.databaseUrl ? 'server' : 'embedded',
  } as const
}
