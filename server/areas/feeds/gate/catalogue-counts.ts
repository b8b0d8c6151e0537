import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bits, fieldBit, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** A catalogue of live products as counts. `filled` counts those whose field isn't blank. */
export interface CatalogueCounts {
  products: number
  in_stock: number
  priced?: number
  filled: Partial<Record<ProductField, number>>
}
/** Changes that are alike in what the gate asks, counted. */
export interface ChangeGroup {
  kind: 'created' | 'restored' | 'updated' | 'deleted'
  moved: number
  had: number
  has: number
  n: number
}

export async function groupChanges(db: Db, scope: Scope): Promise<ChangeGroup[]> {
  const { rows } = await sql<ChangeGroup>`
    select kind, changed & had & has as moved, had, has, count(*) as n
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind <> 'rehashed'
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** The catalogue's counts, moved by the changes: nobody counts a million products anew. */
export function movedBy(
  before: CatalogueCounts,
  groups: readonly ChangeGroup[],
  fields: readonly ProductField[],
): CatalogueCounts {
  const netChange = (bit: number) =>
    groups.reduce((n, g) => n + (g.has & bit ? g.n : 0) - (g.had & bit ? g.n : 0), 0)
  const coming = groups.reduce(
    (n, g) => n + (g.kind === 'deleted' ? -g.n : g.kind === 'updated' ? 0 : g.n),
    0,
  )
  const filledCounts = Object.fromEntries(fields.map((f) => [f, (before.filled[f] ?? 0) + netChange(fieldBit(f))]))
  return {
    products: before.products + coming,
    in_stock: before.in_stock + netChange(bits.inStock),
    priced: (before.priced ?? before.filled.wholesale_price ?? 0) + netChange(bits.priced),
    filled: { ...before.filled, ...filledCounts },
  }
}

/** Nothing that didn't move is kept: a measure that isn't there was 0. */
export const hasMoved = ({ count, value }: Observation) => count > 0 || (value ?? 0) !== 0
