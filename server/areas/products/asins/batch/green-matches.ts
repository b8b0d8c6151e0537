import { comparedHash } from '../compare/products.ts'
import { sql } from '#server/platform/database/db.ts'
import { all } from '#server/platform/database/sql.ts'
import { heldSuppliers } from './held-suppliers.ts'

export interface BatchScope {
  market_id: number
  dropshipper_id?: number | null | undefined
}

/**
 * The matches `m` that may be accepted in bulk, with their candidate `c` and product `p`: green, not refused by
 * anybody, without an ASIN, of a supplier that isn't held, and for a product that hasn't changed since.
 */
export const greenMatches = ({ market_id, dropshipper_id }: BatchScope) => sql`
    product_asin_match m
    join product p using (product_id)
    join product_asin_candidate c
      on c.product_asin_match_id = m.product_asin_match_id and c.rank = 1 and c.class = 'green'
    where ${all([
      sql`m.market_id = ${market_id}`,
      sql`m.state = 'open'`,
      sql`m.class = 'green'`,
      sql`not m.is_sample`,
      sql`p.gone_tm is null`,
      sql`m.made_for = ${comparedHash('p')}`,
      dropshipper_id !== undefined && dropshipper_id !== null && sql`m.dropshipper_id = ${dropshipper_id}`,
      sql`m.dropshipper_id not in (
        select h.dropshipper_id from (${heldSuppliers}) h where h.market_id = ${market_id})`,
      sql`not exists (
        select
        from product_asin a
        where a.product_id = m.product_id and a.market_id = m.market_id)`,
      sql`not exists (
        select
        from product_asin_refused r
        where r.product_id = m.product_id and r.market_id = m.market_id and r.asin = c.asin)`,
    ])}`
