import type { ProductField } from '#contract/feeds/settings.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { decade, fieldBit, type Scope } from '../../run/compare.ts'
import { stageTable } from '../../run/stage.ts'

/** How many days back prices are looked up, and in at most how many runs. */
const days = 30
const mostRuns = 60
/** Fewer or smaller moves than these do no harm. */
const leastShare = 0.01
const leastMove = Math.round(decade * Math.log10(1.04))
/** A larger move back more likely corrects an earlier mistake. */
const mostMove = Math.round(decade * Math.log10(2.05))

/** How many of the moved prices are sampled; if none of them returns, too few do to matter. */
const sampleMoves = 300
/** Moved prices return from the changes of one run, or of a few. */
const mostSources = 8

/**
 * A price that returns to what it was within a month hasn't moved: a sale has ended. Its move is removed from
 * the changes before anything is measured.
 */
export async function forgetReturned(db: Db, scope: Scope, products: number, now: number): Promise<void> {
  const fields = (['wholesale_price', 'msrp', 'map_price'] as const).filter((f) => scope.fields.includes(f))
  if (fields.length === 0 || !(await muchMoved(db, scope, fields, products))) return
  const runs = await runsOf(db, scope.feedId, now)
  if (runs.length === 0) return
  for (const field of fields) {
    const sources = await sourcesOf(db, scope, field, runs)
    if (sources.length > 0) await forget(db, scope, field, sources)
  }
}

const movedBack = (field: ProductField) =>
  sql`c.kind = 'updated'
    and abs(c.${sql.ref(`${field}_move`)}) between ${leastMove}::int and ${mostMove}::int`
const isSame = (field: ProductField) =>
  sql`abs(b.${sql.ref(field)} - s.${sql.ref(field)}) <= s.${sql.ref(field)} * 0.005`

/** The runs before which some of the moved prices were what they return to, those with the most prices first. */
async function sourcesOf(db: Db, scope: Scope, field: ProductField, runs: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with moved as materialized (
      select c.product_id, s.${sql.ref(field)}
      from ${sql.raw(stageTable(scope, 'change'))} c
      join ${sql.raw(stageTable(scope))} s using (line)
      where ${movedBack(field)}
      order by hashint8(c.product_id)
      limit ${sampleMoves}
    )
    select run.id::float8 as id
    from unnest(${runs}::bigint[]) as run(id)
    cross join moved s
    -- each by its key: only a few of a run's images are read
    cross join lateral (
      select
      from product_before b
      where b.feed_run_id = run.id
        and b.kind = 'updated'
        and b.product_id = s.product_id
        and b.gone_tm is null
        and ${isSame(field)}
      offset 0
    ) back
    group by run.id
    order by count(*) desc, run.id desc
    limit ${mostSources}`.execute(db)
  return rows.map((r) => r.id)
}

async function forget(db: Db, scope: Scope, field: ProductField, sources: number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // the planner expects one row of the images just written, and would read the changes again for each
    await sql`set local enable_nestloop = off`.execute(tx)
    await sql`
      update ${sql.raw(stageTable(scope, 'change'))} c
      set ${sql.ref(`${field}_move`)} = null
      from ${sql.raw(stageTable(scope))} s
      join product_before b on b.feed_run_id = any(${sources}) and b.kind = 'updated' and b.gone_tm is null
      where s.line = c.line
        and b.product_id = c.product_id
        and ${movedBack(field)}
        and ${isSame(field)}`.execute(tx)
  })
}

async function muchMoved(db: Db, scope: Scope, fields: readonly ProductField[], products: number) {
  const counts = fields.map(
    (f) => sql`count(*) filter (where abs(${sql.ref(`${f}_move`)}) >= ${leastMove}::int)`,
  )
  const { rows } = await sql<{ n: number }>`
    select greatest(${sql.join(counts)}) as n
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind = 'updated'`.execute(db)
  return singleRow(rows).n >= Math.max(3, products * leastShare)
}

/** The month's newest runs that changed prices. */
async function runsOf(db: Db, feedId: number, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select feed_run_id::float8 as id
    from feed_run
    where feed_id = ${feedId}
      and state = 'applied'
      and applied_tm > ${new Date(now - days * 86_400_000).toISOString()}::timestamptz
      and (stats->>'prices_changed')::float8 > 0
    order by feed_run_id desc
    limit ${mostRuns}`.execute(db)
  return rows.map((r) => r.id)
}

/** In a window: the change of a product whose price has returned to what it was. */
export const hasReturned = (field: 'wholesale_price' | 'msrp') => sql`(
        n.kind = 'updated'
          and n.changed & ${fieldBit(field)}::int <> 0
          and n.${sql.ref(`${field}_move`)} is null
      )`
