import type { JudgedMeasure } from '#contract/feeds/gate.ts'
import { keyOf } from '#engine/gate/judge.ts'
import type { Expected } from '#engine/gate/limits.ts'
import { sql, type Db } from '#server/platform/db.ts'

export interface Past {
  past: Map<string, number[]>
  pastRuns: number
}
const looked = 30

/**
 * The values of each measure in the feed's last runs that were applied without a person, newest first: what
 * is usual is learned from those alone.
 */
export async function pastOf(db: Db, feedId: number): Promise<Past> {
  const { rows } = await sql<{ measures: Moved[] }>`
    select decision->'measures' as measures
    from feed_run
    where feed_id = ${feedId}
      and state = 'applied'
      and approved_by is null
      and not (decision->>'first_load')::boolean
    order by feed_run_id desc
    limit ${looked}`.execute(db)
  return pastFrom(rows.map((r) => r.measures))
}

type Moved = Pick<JudgedMeasure, 'name' | 'window' | 'field' | 'value'>

/** The same of runs at hand, each with its measures. */
export function pastFrom(runs: readonly (readonly Moved[])[]): Past {
  const past = new Map<string, number[]>()
  for (const measures of runs) {
    // of a run's parts the one that moved most
    const ofRun = new Map<string, number>()
    for (const m of measures) {
      const key = keyOf(m)
      if (Math.abs(m.value) >= Math.abs(ofRun.get(key) ?? 0)) ofRun.set(key, m.value)
    }
    for (const [key, value] of ofRun) past.set(key, [...(past.get(key) ?? []), value])
  }
  return { past, pastRuns: runs.length }
}

/** In which of the feed's last runs stock moved, newest first; those of before that was kept aren't told. */
export async function stockMoved(db: Db, feedId: number): Promise<boolean[]> {
  const { rows } = await sql<{ moved: boolean }>`
    select state = 'applied' and (stats->>'quantities_changed')::float8 > 0 as moved
    from feed_run
    where feed_id = ${feedId}
      and state in ('applied', 'unchanged')
      and stats->>'quantities_changed' is not null
    order by feed_run_id desc
    limit ${2 * looked}`.execute(db)
  return rows.map((row) => row.moved)
}

/** What people said is expected of the feed now, but of the run itself. */
export async function expectedOf(db: Db, feedId: number, now: number, ownRun = 0): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    select measure, limit_percent::float8 as "limit"
    from feed_expectation
    where feed_id = ${feedId}
      and feed_run_id <> ${ownRun}
      and revoked_tm is null
      and until_tm > ${new Date(now).toISOString()}::timestamptz`.execute(db)
  return rows
}
