import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from './installation.ts'
import type { Left } from './tally.ts'
import { wait } from './wait.ts'

const names = (folder: string) => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

/** Temporary files, half-written files, stages of feed runs, and sessions that sit on locks. */
export async function countLeft({ db, dataDir, tmp }: Installation): Promise<Left> {
  // what has just ended may still be tidying up
  await wait(1000)
  const stages = await db.count(
    `from pg_class where relnamespace = 'feed_stage'::regnamespace and relkind = 'r'`,
  )
  const locks = await db.count(`
    from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()
      and xact_start < now() - interval '1 second'
      and exists (select from pg_locks l where l.pid = pg_stat_activity.pid and l.granted)`)
  return {
    temporary: names(tmp).filter((name) => name.startsWith('feedstock-')).length,
    parts: names(join(dataDir, 'files')).filter((name) => name.endsWith('.part')).length,
    stages,
    locks,
  }
}
