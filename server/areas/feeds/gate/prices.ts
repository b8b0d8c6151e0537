import type { Observed } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Scope } from '../compare.ts'
import { changedRows } from './changed-rows.ts'
import { total, type Histogram } from './moves.ts'

/** Fewer changed prices than this share of the products have nothing to be exchanged. */
const leastShare = 0.05
/** Prices that change for a reason mostly rise or mostly fall. */
const leastOfEither = 0.2
/** So many of the new prices must be those that the others had. */
const leastSame = 0.95

/** One column sorted, or shifted by a row: the same prices on other products. */
export async function observeExchangedPrices(
  db: Db,
  scope: Scope,
  histogram: Histogram,
  products: number,
): Promise<Observed[]> {
  const moved = total(histogram, () => true)
  const risen = total(histogram, (move) => move > 0)
  const either = Math.min(risen, moved - risen)
  if (moved < Math.max(20, products * leastShare) || either < moved * leastOfEither) return []
  const { rows } = await sql<{ same: number }>`
    with changed as (
      select p.wholesale_price as was, s.wholesale_price as now
      from (select c.product_id, s.wholesale_price ${changedRows(scope, 'wholesale_price', 1)}) s
      join product p using (product_id)
      where s.wholesale_price <> p.wholesale_price
    ),
    was as (select was as price, count(*) as n from changed group by 1),
    is_now as (select now as price, count(*) as n from changed group by 1)
    select coalesce(sum(least(was.n, is_now.n)), 0)::float8 as same
    from was
    join is_now using (price)`.execute(db)
  const { same } = rows[0]!
  if (same < moved * leastSame) return []
  return [{ name: 'prices_exchanged', window: 'last', field: 'wholesale_price', count: same, of: products }]
}
