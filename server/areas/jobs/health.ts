import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Workers, queue and database at a glance. */
export async function getHealth({ db, config }: Ctx) {
  const {
    rows: [r],
  } = await sql<{ workers: number; workers_lost: number; queued: number; oldest_queued_seconds: number; database_bytes: number }>`
    select (select count(*) from job_server where heartbeat_tm > now() - interval '1 minute') as workers, (select count(*) from job_server where heartbeat_tm between now() - interval '1 hour' and now() - interval '1 minute') as workers_lost,
      count(*) as queued, coalesce(extract(epoch from now() - min(queued_tm)), 0)::float8 as oldest_queued_seconds, pg_database_size(current_database()) as database_bytes from job where job_status = 4`.execute(
    db,
  )
  const status = r!.workers === 0 ? 'down' : r!.workers_lost > 0 || r!.oldest_queued_seconds > 7200 ? 'degraded' : 'ok'
  return { ...r!, status, database: config.databaseUrl ? 'server' : 'embedded' } as const
}
