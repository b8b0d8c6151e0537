import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { owedAnswer } from '../send/calls.ts'
import { ofDelist } from '../send/keep-sent.ts'
import { newCounts, type PlanCounts, type PlannedStore } from './plan-update.ts'

/** So often a market that refuses to take a product down is asked to. */
export const mostTries = 3

/**
 * Puts into an update's outbox that all its store shows goes, through whatever it came: deleted where its
 * integration deletes what is gone, else inactive and sold out. Each is looked at anew once its vendor has paid.
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
        and not (${ofDelist(sql`sp.refused_update_id`)} and sp.refused_times >= ${mostTries})
        and not ${owedAnswer(store.vendor_store_id, sql`sp.product_id`)}
      returning before)
    select count(*)::int as quantity_changed,
      (count(*) filter (
        where (before ->> 'quantity')::int > 0 and before ->> 'active' is distinct from 'false'))::int as zeroed
    from down`.execute(db)
  return { ...newCounts(), ...singleRow(rows) }
}
