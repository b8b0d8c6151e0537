import { sql, type Db } from './database/db.ts'

/** How often something may be tried, and how long each attempt waits once that is used up. */
export interface BackOff {
  /** Attempts without any wait. */
  free: number
  /** The first wait; each further attempt doubles it. */
  waitSeconds: number
  mostSeconds: number
  /** An attempt is forgotten in this time. */
  decaySeconds: number
}

/**
 * Counts an attempt, unless it comes too early: then it isn't counted and makes nobody wait longer. The
 * database's clock decides, and there are no windows at whose edge twice as many would fit.
 * @returns how many attempts count by now; undefined: it may not be made yet
 */
export async function countAttempt(db: Db, bucket: string, limit: BackOff): Promise<number | undefined> {
  const { free, waitSeconds, mostSeconds, decaySeconds } = limit
  const { rows } = await sql<{ attempts: number }>`
    insert into attempt_limit as a (bucket, attempts, next_tm)
    values (${bucket}, 1, ${noWait})
    on conflict (bucket) do update
    set attempts = 1 + ${left(decaySeconds)},
      tm = greatest(a.tm, now()),
      next_tm = case
        when round(1 + ${left(decaySeconds)}) < ${free}::int then ${noWait}
        else now() + make_interval(secs => least(
          ${mostSeconds}::int,
          ${waitSeconds}::int * power(2, least(20, round(1 + ${left(decaySeconds)}) - ${free}::int))))
      end
    where a.next_tm <= now()
    returning attempts`.execute(db)
  return rows[0]?.attempts
}
/** Before any statement began: one that waits for another's row began earlier than that. */
const noWait = sql`timestamptz 'epoch'`
// one that waited for another began before it: no time has passed since
const left = (decaySeconds: number) =>
  sql`greatest(0, a.attempts - greatest(0, extract(epoch from now() - a.tm)) / ${decaySeconds}::int)`

/** Whether attempts have to wait now. */
export async function isUsedUp(db: Db, bucket: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempt_limit')
    .select('bucket')
    .where('bucket', '=', bucket)
    .where('next_tm', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** The attempt was right, so it doesn't count; with `all`, neither do those before it. */
export async function attemptWasRight(db: Db, bucket: string, { all = false } = {}): Promise<void> {
  if (all) await db.deleteFrom('attempt_limit').where('bucket', '=', bucket).execute()
  else
    await sql`
      update attempt_limit
      set attempts = greatest(0, attempts - 1), next_tm = ${noWait}
      where bucket = ${bucket}`.execute(db)
}
