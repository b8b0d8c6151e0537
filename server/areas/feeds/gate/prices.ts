import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { movingFields, type MovingField, type Scope } from '../run/compare.ts'
import { changedRows } from './changed-rows.ts'
import { countMoves, type Histograms } from './moves.ts'

/** Fewer changed amounts than this share of the products can't have been exchanged. */
const leastShare = { prices: 0.05, others: 0.02 }
/** Amounts that change for a reason mostly rise or mostly fall; exchanged ones do both at least this often. */
const leastOfEither = 0.2
/** At least this share of the new amounts must be amounts that the others had. */
const leastSame = 0.95

/** One column sorted, or shifted by a row: the same prices, or weights, on other products. */
export async function observeExchangedAmounts(
  db: Db,
  scope: Scope,
  histograms: Histograms,
  products: number,
): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const field of movingFields) {
    // stock has measures of its own: it is sold and restocked all the time
    if (field === 'quantity' || !scope.fields.includes(field)) continue
    const isPrice = field.endsWith('price') || field === 'msrp'
    const movedCount = countMoves(histograms[field], () => true)
    const risen = countMoves(histograms[field], (move) => move > 0)
    const least = Math.max(isPrice ? 20 : 10, products * leastShare[isPrice ? 'prices' : 'others'])
    if (movedCount < least || Math.min(risen, movedCount - risen) < movedCount * leastOfEither) continue
    const sameCount = await sameOnOthers(db, scope, field)
    if (sameCount < movedCount * leastSame) continue
    const name = isPrice ? 'prices_exchanged' : 'amounts_exchanged'
    observations.push({ name, window: 'last', field, count: sameCount, of: products })
  }
  return observations
}

/** How many of the changed products have an amount that another one of them had. */
async function sameOnOthers(db: Db, scope: Scope, field: MovingField): Promise<number> {
  const { rows } = await sql<{ same: number }>`
    with changed as (
      select ${sql.ref(`p.${field}`)} as was, s.now
      from (select c.product_id, ${sql.ref(`s.${field}`)} as now ${changedRows(scope, field, 1)}) s
      join product p using (product_id)
      where s.now <> ${sql.ref(`p.${field}`)}
    ),
    was as (select was as amount, count(*) as n from changed group by 1),
    is_now as (select now as amount, count(*) as n from changed group by 1)
    select coalesce(sum(least(was.n, is_now.n)), 0)::float8 as same
    from was
    join is_now using (amount)`.execute(db)
  return singleRow(rows).same
}
