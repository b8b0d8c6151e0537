import type { JudgedMeasure } from '#contract/feeds/gate.ts'
import { keyOf, type GateContext, type Past } from '#engine/gate/judge.ts'
import type { ExpectedMove } from '#engine/gate/limits.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** How many runs determine what is usual, and how many of the same day of the week. */
const learnedRuns = 30
const sameDayLooked = 12

/**
 * The values of each measure in the feed's last runs that were applied without a person, newest first, and in
 * those of the same day of the week. What is usual is learned only from them.
 */
export async function pastOf(
  db: Db,
  feedId: number,
  now: number,
): Promise<Pick<GateContext, 'recent' | 'sameDay'>> {
  const { rows } = await sql<{ measures: MovedMeasure[]; tm: string }>`
    select decision->'measures' as measures, coalesce(applied_tm, insert_tm) as tm
    from feed_run
    where feed_id = ${feedId}
      and state = 'applied'
      and approved_by is null
      and mends_run_id is null
      and not (decision->>'first_load')::boolean
    order by feed_run_id desc
    limit ${7 * sameDayLooked}`.execute(db)
  return learnedFrom(rows, now)
}

type MovedMeasure = Pick<JudgedMeasure, 'name' | 'window' | 'field' | 'value'>

const dayOfWeek = (tm: string | number) => new Date(tm).getUTCDay()
/** The same for good runs that are already read, newest first. */
export function learnedFrom(
  runs: readonly { measures: readonly MovedMeasure[]; tm: string }[],
  now: number,
): Pick<GateContext, 'recent' | 'sameDay'> {
  const alike = runs.filter(({ tm }) => dayOfWeek(tm) === dayOfWeek(now))
  return {
    recent: pastFrom(runs.slice(0, learnedRuns)),
    sameDay: pastFrom(onePerDay(alike).slice(0, sameDayLooked)),
  }
}

/** One run per day, so that a feed that runs hourly counts each weekday once a week. */
const onePerDay = <R extends { tm: string }>(runs: readonly R[]): R[] =>
  [...new Map(runs.toReversed().map((run) => [run.tm.slice(0, 10), run])).values()].toReversed()

function pastFrom(runs: readonly { measures: readonly MovedMeasure[] }[]): Past {
  const values = new Map<string, number[]>()
  for (const { measures } of runs) {
    // of a run's parts, the one that moved most
    const ofRun = new Map<string, number>()
    for (const m of measures) {
      const key = keyOf(m)
      if (Math.abs(m.value) >= Math.abs(ofRun.get(key) ?? 0)) ofRun.set(key, m.value)
    }
    for (const [key, value] of ofRun) values.set(key, [...(values.get(key) ?? []), value])
  }
  return { values, runs: runs.length }
}

/** Whether stock moved in each of the feed's last runs, newest first; runs that didn't record it are left out. */
export async function stockMoved(db: Db, feedId: number): Promise<boolean[]> {
  const { rows } = await sql<{ moved: boolean }>`
    select state = 'applied' and (stats->>'quantities_changed')::float8 > 0 as moved
    from feed_run
    where feed_id = ${feedId}
      and state in ('applied', 'unchanged')
      and stats->>'quantities_changed' is not null
    order by feed_run_id desc
    limit ${2 * learnedRuns}`.execute(db)
  return rows.map((row) => row.moved)
}

/** What people said to expect of the feed now, except with the run itself. */
export async function expectedOf(db: Db, feedId: number, now: number, ownRun = 0): Promise<ExpectedMove[]> {
  const { rows } = await sql<ExpectedMove>`
    select measure, field, part, sign, limit_percent::float8 as "limit"
    from feed_expectation
    where feed_id = ${feedId}
      and feed_run_id <> ${ownRun}
      and revoked_tm is null
      and until_tm > ${new Date(now).toISOString()}::timestamptz`.execute(db)
  return rows
}
