import type { Result } from '#contract/index.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'

interface Seen {
  workers: number
  workers_lost: number
  queued: number
  oldest_queued_seconds: number
  database_bytes: number
}

/** Down without a worker; degraded where one fell silent or a job has waited for more than two hours. */
export function statusOf(
  seen: Pick<Seen, 'workers' | 'workers_lost' | 'oldest_queued_seconds'>,
): Result<'getHealth'>['status'] {
  if (seen.workers === 0) return 'down'
  return seen.workers_lost > 0 || seen.oldest_queued_seconds > 7200 ? 'degraded' : 'ok'
}

/** Workers, queue and database at a glance. */
export async function getHealth({ db, config }: Ctx) {
  const { rows } = await sql<Seen>`
    select
      (select count(*) from job_server where heartbeat_tm > now() - interval '1 minute') as workers,
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
  const seen = rows[0]!
  return { ...seen, status: statusOf(seen), database: config.databaseUrl ? 'server' : 'embedded' } as const
}
