import { sql } from '../database/db.ts'
import { freeBytes } from '../disk.ts'
import type { Services } from '../service-types.ts'

interface ServerState {
  vcpus: number
  vcpus_in_use: number
  running_jobs: number
  downloads_in_use: number
}

/** Writes what this worker has and does, for dashboards. `startedNow`: the worker starts. */
export async function announceServer(
  { config, db }: Services,
  state: ServerState,
  startedNow = false,
): Promise<void> {
  const facts = {
    ...state,
    downloads: config.downloads.atOnce,
    disk_free_bytes: await freeBytes(config),
  }
  await db
    .insertInto('job_server')
    .values({ server: config.serverName, ...facts })
    .onConflict((c) =>
      c.column('server').doUpdateSet({
        ...facts,
        heartbeat_tm: sql`now()`,
        ...(startedNow && { started_tm: sql`now()` }),
      }),
    )
    .execute()
}
