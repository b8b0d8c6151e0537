import type { Parsed, Result } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The runs behind one row of the gate's report: each with the measure's sentence and what was done. */
export async function listMeasuredRuns(
  { db, clock }: Ctx,
  { query }: Parsed<'listMeasuredRuns'>,
): Promise<Result<'listMeasuredRuns'>> {
  const from = new Date(clock.now() - query.days * 86_400_000).toISOString()
  const { rows } = await sql<Result<'listMeasuredRuns'>[number]>`
    select r.feed_run_id, r.insert_tm as tm, r.state, d.supplier_name as supplier, m.sentence,
      r.approved_by as by, r.approve_reason as reason
    from feed_run r
    join dropshipper d using (dropshipper_id)
    cross join lateral (
      select measure->>'sentence' as sentence
      from jsonb_array_elements(r.decision->'measures') with ordinality as measures(measure, place)
      where measure->>'name' = ${query.measure} and measure->>'verdict' <> 'ok'
      order by place
      limit 1
    ) m
    where r.insert_tm >= ${from}::timestamptz and r.decision is not null and not r.dry
    order by r.feed_run_id desc
    limit 200`.execute(db)
  return rows
}
