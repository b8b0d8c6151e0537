import { gateMeasureNames, measureKind, type GateMeasure } from '#contract/feeds/gate.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'

interface MeasureCounts {
  name: GateMeasure
  held: number
  let_through: number
  discarded: number
  warned: number
}

/** The gate's own figures, so that it can be tuned (docs/domain/held-runs.md, The gate's report). */
export async function reportGate(
  { db, clock }: Ctx,
  { query }: Parsed<'reportGate'>,
): Promise<Result<'reportGate'>> {
  const from = new Date(clock.now() - query.days * 86_400_000).toISOString()
  const decidedRuns = sql`
    select feed_run_id, state, decision, approved_by is not null and state = 'applied' as approved,
      state in ('discarded', 'rolled_back') as rightly,
      decision->>'verdict' = 'hold' as held, decision->>'sentence' <> '' as said
    from feed_run
    where insert_tm >= ${from}::timestamptz and decision is not null and not dry`
  const { rows: totals } = await sql<Omit<Result<'reportGate'>, 'measures'>>`
    with decided as (${decidedRuns})
    select count(*) as runs,
      count(*) filter (where held) as held,
      count(*) filter (where not held and said) as warned,
      count(*) filter (where held and approved) as let_through,
      count(*) filter (where held and rightly) as discarded,
      count(*) filter (where held and state = 'held') as waiting,
      count(*) filter (where held and state = 'superseded') as superseded,
      count(*) filter (where not held and state = 'rolled_back') as rolled_back
    from decided`.execute(db)
  const { rows } = await sql<MeasureCounts>`
    with decided as (${decidedRuns}),
    each as (
      -- a measure with several windows, fields or parts counts once per run
      select distinct feed_run_id, d.held, d.approved, d.rightly, m->>'name' as name, m->>'verdict' as verdict
      from decided d
      cross join jsonb_array_elements(decision->'measures') m
      where m->>'verdict' <> 'ok'
    )
    select name,
      count(*) filter (where verdict = 'hold') as held,
      count(*) filter (where verdict = 'hold' and approved) as let_through,
      count(*) filter (where verdict = 'hold' and rightly) as discarded,
      count(*) filter (where verdict = 'warn') as warned
    from each
    group by name`.execute(db)
  const { rows: expectationCounts } = await sql<{ measure: string; n: number }>`
    select measure, count(*) as n
    from feed_expectation
    where revoked_tm is null and until_tm > ${new Date(clock.now()).toISOString()}::timestamptz
    group by measure`.execute(db)
  const standing = new Map(expectationCounts.map((e) => [e.measure, e.n]))
  const countsByMeasure = new Map(rows.map((r) => [r.name, r]))
  const noCounts = { held: 0, let_through: 0, discarded: 0, warned: 0 }
  return {
    ...singleRow(totals),
    measures: gateMeasureNames
      .map((name) => ({
        ...noCounts,
        ...countsByMeasure.get(name),
        name,
        label: measureKind(name).label,
        expected: standing.get(name) ?? 0,
      }))
      .filter((m) => m.held + m.warned + m.expected > 0)
      .toSorted((a, b) => b.held - a.held || b.warned - a.warned),
  }
}
