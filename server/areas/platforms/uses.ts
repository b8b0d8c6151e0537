import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'

/**
 * Who uses which market: a vendor with a store there or with an active integration (docs/domain/platforms.md,
 * Platforms), but no staff and no deleted account. One row per store or integration.
 */
export const uses = sql`
  select s.vendor_id, s.market_id, 1 as stores, 0 as integrations, s.insert_tm as last_modified_tm
  from vendor_store s
  join vendor v on v.vendor_id = s.vendor_id and not v.is_staff and v.deleted_tm is null
  union all
  select m.vendor_id, m.market_id, 0, 1, m.last_modified_tm
  from vendor_market_map m
  join vendor v on v.vendor_id = m.vendor_id and not v.is_staff and v.deleted_tm is null
  where ${activeIntegration}`
