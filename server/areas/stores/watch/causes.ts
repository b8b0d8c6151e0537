import type { SentUpdate, UpdateCauses } from '#contract/stores/sent-updates.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** What people and feeds changed in what a store is sent, by place in the log. */
const acts = sql`(
  'pricing.save', 'integration.save', 'integration.configs', 'integration.add', 'integration.remove',
  'integration.reset', 'integration.categories', 'custom_feed.add', 'custom_feed.save', 'custom_feed.remove',
  'subscription.access', 'subscription.add', 'subscription.save', 'subscription.reactivate',
  'subscription.settle', 'supplier.config', 'supplier.save', 'feed.settings', 'feed.rolled_back')`

const noCauses: UpdateCauses = { since: null, runs: [], acts: [] }

/**
 * What caused a held or dry update: what was done since the store was last fully up to date, by
 * the suppliers of its products, and the feed runs that changed them (docs/domain/store-updates.md, Store updates).
 */
export async function causesOf(db: Db, update: SentUpdate): Promise<UpdateCauses> {
  const { state, store_update_id: id } = update
  if (state !== 'held' && state !== 'dry') return noCauses
  const { rows } = await sql<UpdateCauses>`
    with told as (
      select u.vendor_store_id, u.counted_tm as upto, (
          select b.counted_tm
          from store_update b
          where b.vendor_store_id = u.vendor_store_id
            and b.store_update_id < u.store_update_id
            and b.kind in ('changed', 'full')
            and b.state in ('sent', 'nothing', 'sending', 'accepted')
          order by b.store_update_id desc
          limit 1) as since
      from store_update u
      where u.store_update_id = ${id}),
    touched as materialized (
      select p.dropshipper_id, p.updated_run_id, count(*)::int as products
      from store_outbox o
      join product p using (product_id)
      where o.store_update_id = ${id}
      group by p.dropshipper_id, p.updated_run_id),
    runs as (
      select r.feed_run_id, r.applied_tm as tm, d.supplier_name as supplier, t.products
      from touched t
      join feed_run r on r.feed_run_id = t.updated_run_id
      join dropshipper d on d.dropshipper_id = r.dropshipper_id
      cross join told
      where r.applied_tm > told.since
      order by t.products desc, r.feed_run_id desc
      limit 3),
    acts as (
      select a.type, max(a.tm) as tm, a.action_by_name as by, d.supplier_name as supplier,
        count(*)::int as times
      from told
      join vendor_store st using (vendor_store_id)
      join activity a on a.type in ${acts} and a.tm > told.since and a.tm <= told.upto
        and (a.vendor_id = st.vendor_id or (a.vendor_id is null
          and a.dropshipper_id in (select dropshipper_id from touched)))
      left join dropshipper d using (dropshipper_id)
      where (a.dropshipper_id is null or a.dropshipper_id in (select dropshipper_id from touched))
        and not exists (
          select
          from vendor_market_map m
          where a.entity = 'integration'
            and m.vendor_market_map_id::text = a.entity_id
            and m.market_id <> st.market_id)
      group by a.type, a.action_by_name, d.supplier_name
      order by tm desc
      limit 4)
    select told.since,
      coalesce((select jsonb_agg(to_jsonb(runs)) from runs), '[]') as runs,
      coalesce((select jsonb_agg(to_jsonb(acts)) from acts), '[]') as acts
    from told`.execute(db)
  return rows[0] ?? noCauses
}
