import { jobStatus } from '#contract/jobs/types.ts'
import { isLockWait, sql, type Db } from '#server/platform/database/db.ts'
import { trialNumbers } from '../run/stage.ts'

const { beyondRuns, perJob } = trialNumbers

/**
 * Drops stages that no running attempt uses: what killed workers left, and what a worker wrote that woke up after
 * another had taken its run. Most are dropped by the next attempt; these had none, or came later.
 */
export async function dropLeftStages({ db }: { db: Db }): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    with stage as (
      select format('%I.%I', 'feed_stage', relname) as name,
        split_part(relname, '_', 2)::bigint as run, split_part(relname, '_', 3)::int as attempt
      from pg_class
      where relnamespace = 'feed_stage'::regnamespace
        and relkind = 'r'
        and relname ~ '^[a-z]+[0-9]*_[0-9]{1,15}_[0-9]{1,9}$')
    select name
    from stage s
    where not exists (
        select from feed_run r
        where r.feed_run_id = s.run and r.state = 'running' and r.attempt <= s.attempt)
      and not exists (
        select from job j
        where s.run >= ${beyondRuns}::bigint
          and j.job_id = (s.run - ${beyondRuns}::bigint) / ${perJob}::bigint
          and j.job_status = ${sql.lit(jobStatus.executing)})
    limit 1000`.execute(db)
  let droppedCount = 0
  for (const { name } of rows) if (await drop(db, name)) droppedCount++
  return droppedCount
}

/** A table that a session still uses is dropped by a later turn. */
async function drop(db: Db, name: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '500ms'`.execute(tx)
      await sql.raw(`drop table if exists ${name}`).execute(tx)
    })
    return true
  } catch (error) {
    if (isLockWait(error)) return false
    throw error
  }
}
