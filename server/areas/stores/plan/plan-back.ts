import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { awaitsAnswer } from '../send/calls.ts'
import type { PlannedStore } from './plan-update.ts'
import { newCounts, type PlanCounts } from './product-changes.ts'

/**
 * Puts what a store had before another update into an update's outbox, for the products that still show what
 * that one sent and have no later call open. Products that it had added are taken down.
 */
export async function planBack(
  db: Db,
  store: PlannedStore,
  updateId: number,
  backOf: number,
): Promise<PlanCounts> {
  const { rows } = await sql<Pick<PlanCounts, 'quantity_changed' | 'price_changed'>>`
    with back as (
      insert into store_outbox (store_update_id, lane, product_id, told, alone, sku, title, changes, before,
        seen_hash, content_hash)
      select ${updateId}::bigint,
        case when sp.before = 'null' or b.quantity = 0 or b.active = false then 0 else 1 end, sp.product_id,
        case when sp.before = 'null' then 'quantity'
          else concat_ws(' ', case when b.price is not null then 'price' end,
            case when b.quantity is not null then 'quantity' end) end,
        not coalesce(m.support_multi_update, true), p.sku, p.title,
        case when sp.before = 'null' then jsonb_build_object('quantity', 0, 'active', false)
          else jsonb_strip_nulls(jsonb_build_object('price', b.price, 'list_price', b.list_price,
            'quantity', b.quantity, 'active', b.active)) end,
        jsonb_build_object('quantity', sp.quantity, 'price', sp.price::text, 'list_price', sp.list_price::text,
          'active', sp.active),
        sp.seen_hash, sp.content_hash
      from store_product sp
      join product p using (product_id)
      left join vendor_market_map m
        on m.vendor_id = ${store.vendor_id}
        and m.market_id = ${store.market_id}
        and m.dropshipper_id = p.dropshipper_id
      -- of what it shows now what was otherwise
      cross join lateral (
        select
          case when was.price is distinct from sp.price or was.list_price is distinct from sp.list_price
            then was.price::text end as price,
          case when was.price is distinct from sp.price or was.list_price is distinct from sp.list_price
            then was.list_price::text end as list_price,
          case when was.quantity is distinct from sp.quantity or was.active is distinct from sp.active
            then was.quantity end as quantity,
          case when was.quantity is distinct from sp.quantity or was.active is distinct from sp.active
            then was.active end as active
        from jsonb_to_record(case when sp.before = 'null' then '{}' else sp.before end) as was(
          price numeric, list_price numeric, quantity int, active boolean)) b
      where sp.vendor_store_id = ${store.vendor_store_id}
        and sp.store_update_id = ${backOf}
        and sp.in_store
        -- what it showed isn't known of each
        and (sp.before = 'null' or coalesce(b.price, b.quantity::text) is not null)
        and not ${awaitsAnswer(store.vendor_store_id, sql`sp.product_id`)}
      returning changes)
    select count(*) filter (where changes ? 'quantity')::int as quantity_changed,
      count(*) filter (where changes ? 'price')::int as price_changed
    from back`.execute(db)
  return { ...newCounts(), ...singleRow(rows) }
}
