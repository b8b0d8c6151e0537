import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { KnownIntegration } from './known-integration.ts'

/** The active integrations of its market, whose SKUs may be taken, and itself, active or not. */
export const soldThroughMarket = (integration: KnownIntegration, closedSuppliers: readonly number[]) => sql`
    select m.vendor_market_map_id, m.dropshipper_id, f.feed_id
    from vendor_market_map m
    join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    join feed f on f.dropshipper_id = m.dropshipper_id and ${ownFeed('f')}
    where m.vendor_id = ${integration.vendor_id}
      and m.market_id = ${integration.market_id}
      and (m.vendor_market_map_id = ${integration.vendor_market_map_id} or ${activeIntegration})
      and m.dropshipper_id <> all(${sql.val(closedSuppliers)}::int[])`
