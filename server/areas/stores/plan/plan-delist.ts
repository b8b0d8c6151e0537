import { soldSql } from '#server/areas/listings/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { awaitsAnswer } from '../send/calls.ts'
import { isDelistUpdate } from '../send/keep-sent.ts'
import type { PlannedStore } from './plan-update.ts'
import { newCounts, type PlanCounts } from './product-changes.ts'

/** How often a market that refuses to remove a product is asked again. */
export const mostTries = 3

/**
 * Puts the removal of everything a store shows into an update's outbox: deleted if the integration
 * deletes products that are gone, otherwise inactive and sold out. Once the vendor has paid, each is planned again.
 */
export async function planDelist(db: Db, store: PlannedStore, updateId: number): Promise<PlanCounts> {
  const { rows } = await sql<Pick<PlanCounts, 'zeroed' | 'quantity_changed'>>`
    with down as (
      insert into store_outbox (store_update_id, lane, product_id, told, alone, sku, title, changes, before)
      select ${updateId}::bigint, 0, sp.product_id,
        case when gone.deleted then 'quantity removed' else 'quantity' end,
        not coalesce(m.support_multi_update, true), p.sku, p.title,
        jsonb_build_object('quantity', 0, 'active', false)
          || case when gone.deleted then '{"removed": true}'::jsonb else '{}' end,
        jsonb_build_object('quantity', sp.quantity, 'price', sp.price::text, 'list_price', sp.list_price::text,
          'active', sp.active)
      from store_product sp
      join product p using (product_id)
      left join vendor_market_map m
        on m.vendor_id = ${store.vendor_id}
        and m.market_id = ${store.market_id}
        and m.dropshipper_id = p.dropshipper_id
      cross join lateral (
        select ${store.tells.includes('removed')} and coalesce(m.delete_market_products, false) as deleted) gone
      where sp.vendor_store_id = ${store.vendor_store_id}
        and sp.in_store
        and (gone.deleted or sp.quantity is distinct from 0 or sp.active is distinct from false)
        and not (${isDelistUpdate(sql`sp.refused_update_id`)} and sp.refused_times >= ${mostTries})
        and not ${awaitsAnswer(store.vendor_store_id, sql`sp.product_id`)}
      returning product_id)
    select count(*)::int as quantity_changed, (count(*) filter (where ${soldSql('sp')}))::int as zeroed
    from down
    join store_product sp using (product_id)
    where sp.vendor_store_id = ${store.vendor_store_id}`.execute(db)
  return { ...newCounts(), ...singleRow(rows) }
}
