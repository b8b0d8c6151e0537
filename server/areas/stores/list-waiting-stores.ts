import type { WaitingStore } from '#contract/stores/stores.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Of all vendors, the longest waiting first. A stopped one that has a held update waits as stopped. */
export async function listWaitingStores({ db }: Ctx): Promise<WaitingStore[]> {
  const { rows } = await sql<WaitingStore>`
    select st.vendor_store_id, st.vendor_store_name, k.market_name, v.vendor_id, v.company, st.stopped_reason,
      held.store_update_id, coalesce(held.reasons, '{}') as reasons,
      (
        select count(*)
        from store_update u
        join store_outbox o using (store_update_id)
        where u.vendor_store_id = st.vendor_store_id and u.state in ('held', 'sending')
      ) as products,
      coalesce(st.stopped_tm, held.planned_tm, held.insert_tm) as since_tm
    from vendor_store st
    join vendor v using (vendor_id)
    join market k using (market_id)
    left join lateral (
      select *
      from store_update u
      where u.vendor_store_id = st.vendor_store_id and u.state = 'held'
      order by u.store_update_id desc
      limit 1) held on true
    where v.deleted_tm is null and (st.stopped_reason is not null or held.store_update_id is not null)
    order by since_tm, st.vendor_store_id
    limit 500`.execute(db)
  return rows
}
