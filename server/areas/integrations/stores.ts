import type { IntegrationStore } from '#contract/integrations/integrations.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { keptBack, lastFailure, lastUpdate } from '#server/areas/stores/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

interface IntegrationMarket {
  vendor_id: number
  market_id: number
}
export type StoreOfMarket = IntegrationStore & { market_id: number }

/** What an integration fills: the vendor's stores in its market, and what keeps each from being sent to. */
export const storesOf = (db: Db, { vendor_id, market_id }: IntegrationMarket): Promise<StoreOfMarket[]> =>
  read(db, vendor_id, market_id)
/** The same of all its markets. */
export const storesOfVendor = (db: Db, vendorId: number): Promise<StoreOfMarket[]> => read(db, vendorId, null)

async function read(db: Db, vendorId: number, marketId: number | null): Promise<StoreOfMarket[]> {
  const { rows } = await sql<Omit<StoreOfMarket, 'unpaid'> & { vendor_status_id: number }>`
    select st.vendor_store_id, st.vendor_store_name, st.market_id,
      coalesce(st.late_since, st.behind_since) as behind_since, st.stopped_reason,
      coalesce(st.drop_to ->> 'kind', 'none') <> 'none' as takes_file,
      held.store_update_id as held_update_id, coalesce(held.reasons, '{}') as held_reasons,
      ${lastFailure} as last_failure, v.vendor_status_id, back.kept_back, back.kept_back_by
    from vendor_store st
    join vendor v using (vendor_id)
    ${lastUpdate}
    ${keptBack}
    left join lateral (
      select u.store_update_id, u.reasons
      from store_update u
      where u.vendor_store_id = st.vendor_store_id and u.state = 'held'
      order by u.store_update_id desc
      limit 1
    ) held on true
    where st.vendor_id = ${vendorId}
      and (${marketId}::int is null or st.market_id = ${marketId}::int)
    order by lower(st.vendor_store_name), st.vendor_store_id
    limit 500`.execute(db)
  return rows.map(({ vendor_status_id, ...row }) => ({ ...row, unpaid: unpaidOf(vendor_status_id) }))
}
