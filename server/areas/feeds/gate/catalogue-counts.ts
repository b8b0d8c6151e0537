import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bits, fieldBit, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** Counts of a catalogue's live products; `filled` counts the products whose field isn't blank. */
export interface CatalogueCounts {
  products: number
  in_stock: number
  priced?: number
  filled: Partial<Record<ProductField, number>>
}
/** The number of changes that are the same in everything that the gate measures. */
export interface ChangeGroup {
  kind: 'created' | 'restored' | 'updated' | 'deleted'
  moved: number
  had: number
  has: number
  n: number
}

/** How each kind of change moves the number of products. */
const productChange = { created: 1, restored: 1, updated: 0, deleted: -1 } as const satisfies Record<
  ChangeGroup['kind'],
  number
>

export async function groupChanges(db: Db, scope: Scope): Promise<ChangeGroup[]> {
  const { rows } = await sql<ChangeGroup>`
    select kind, changed & had & has as moved, had, has, count(*) as n
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind <> 'rehashed'
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** The catalogue's counts after the changes, without counting a million products again. */
export function movedBy(
  before: CatalogueCounts,
  groups: readonly ChangeGroup[],
  fields: readonly ProductField[],
): CatalogueCounts {
  const netChange = (bit: number) =>
    groups.reduce((n, g) => n + (g.has & bit ? g.n : 0) - (g.had & bit ? g.n : 0), 0)
  const coming = groups.reduce((n, g) => n + productChange[g.kind] * g.n, 0)
  const filledCounts = Object.fromEntries(
    fields.map((f) => [f, (before.filled[f] ?? 0) + netChange(fieldBit(f))]),
  )
  return {
    products: before.products + coming,
    in_stock: before.in_stock + netChange(bits.inStock),
    priced: (before.priced ?? before.filled.wholesale_price ?? 0) + netChange(bits.priced),
    filled: { ...before.filled, ...filledCounts },
  }
}

/** Measures that didn't move aren't kept; a missing one was 0. */
export const hasMoved = ({ count, value }: Observation) => count > 0 || (value ?? 0) !== 0
