import { beyondSql, takesDownSql } from '#server/areas/listings/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

interface HeldUpdate {
  store_update_id: number
  vendor_store_id: number
}

const isBeyond = beyondSql(sql`was`, sql`price`, sql`price_bound_percent`)

/** Approves what a held update does beyond the store's bounds, product by product; its lines are dropped. */
export async function keepApproval(tx: Tx, { store_update_id, vendor_store_id }: HeldUpdate): Promise<void> {
  await sql`
    with held as (
      delete from store_outbox
      where store_update_id = ${store_update_id}
      returning product_id, changes, nullif(before, 'null') as before),
    moved as (
      select held.product_id, ${takesDownSql(sql`changes`)} as sinks,
        (changes ->> 'price')::numeric as price,
        -- the gate counted by the last known price
        coalesce((held.before ->> 'price')::numeric, sp.last_price) as was
      from held
      join store_product sp using (product_id)
      where held.before is not null and sp.vendor_store_id = ${vendor_store_id})
    insert into store_approval (vendor_store_id, product_id, sinks, price)
    select ${vendor_store_id}::int, product_id, sinks, case when ${isBeyond} then price end
    from moved
    join vendor_store on vendor_store_id = ${vendor_store_id}
    where sinks or ${isBeyond}
    on conflict (vendor_store_id, product_id) do update
    set sinks = excluded.sinks, price = excluded.price`.execute(tx)
}

/** Ends all approvals of a store. */
export const endApprovals = (tx: Tx, storeId: number) =>
  tx.deleteFrom('store_approval').where('vendor_store_id', '=', storeId).execute()

/** Ends approvals that the newest plan no longer needs. */
export const endUnneededApprovals = (tx: Tx, storeId: number) =>
  sql`
    delete from store_approval a
    where a.vendor_store_id = ${storeId}
      and not exists (
        select
        from store_outbox o
        join store_update u using (store_update_id)
        where u.vendor_store_id = a.vendor_store_id and u.state <> 'dry' and o.product_id = a.product_id)`.execute(
    tx,
  )
