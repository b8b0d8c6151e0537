import { sql } from '#server/platform/database/db.ts'

/** Counts the products of a store `st` that a person rolled back or discarded, and by which update, as `back`. */
export const countWithheld = sql`
  left join lateral (
    select coalesce(sum(b.products), 0)::int as kept_back, max(b.store_update_id) as kept_back_by
    from (
      select u.store_update_id, count(*) as products
      from store_update u
      join store_product sp using (store_update_id)
      where u.vendor_store_id = st.vendor_store_id and u.kind = 'back' and sp.in_store
      group by 1
      union all
      select d.store_update_id, d.created + d.price_changed + d.quantity_changed + d.content_changed
      from (
        select *
        from store_update u
        where u.vendor_store_id = st.vendor_store_id and u.kind in ('changed', 'full') and u.end_tm is not null
        order by u.store_update_id desc
        limit 1) d
      where d.state = 'discarded') b
  ) back on true`
