import type { WaitingStore } from '#contract/stores/stores.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { lastFailure, lastUpdate } from '../watch/last-update.ts'

/**
 * Of all vendors, the longest waiting first. A store whose last update failed waits since its catalog
 * changed, however often it was retried. A held update of an unpaid vendor waits only for the payment.
 */
export async function listWaitingStores({ db }: Ctx): Promise<WaitingStore[]> {
  const { rows } = await sql<WaitingStore>`
    select *
    from (
      select st.vendor_store_id, st.vendor_store_name, k.market_name, v.vendor_id, v.company, st.stopped_reason,
        held.store_update_id, coalesce(held.reasons, '{}') as reasons,
        case when st.drop_to ->> 'kind' <> 'none' then ${lastFailure} end as last_failure,
        (
          select count(*)
          from store_update u
          join store_outbox o using (store_update_id)
          where u.vendor_store_id = st.vendor_store_id and u.state in ('held', 'sending')
        ) as products,
        coalesce(st.stopped_tm, held.planned_tm, held.insert_tm, st.late_since, st.behind_since,
          last.job_end_time) as since_tm
      from vendor_store st
      join vendor v using (vendor_id)
      join market k using (market_id)
      left join lateral (
        select *
        from store_update u
        where u.vendor_store_id = st.vendor_store_id and u.state = 'held' and v.vendor_status_id not in (2, 3)
        order by u.store_update_id desc
        limit 1) held on true
      ${lastUpdate}
      where v.deleted_tm is null) w
    where stopped_reason is not null or store_update_id is not null or last_failure is not null
    order by since_tm, vendor_store_id
    limit 500`.execute(db)
  return rows
}
