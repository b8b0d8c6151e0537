import { suppliersWithWrongAsins } from '#server/areas/products/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { States } from '../states.ts'

/** Suppliers whose sure ASINs wait for a person again. */
const wrong_asins = sql`
  select h.dropshipper_id || '/' || h.market_id as subject, null::smallint as severity, h.since_tm,
    d.supplier_name || ': ' || h.wrong || ' of the last ' || h.checked
      || ' sure ASINs were wrong. None are accepted in bulk' as message,
    '/products/asins?market=' || h.market_id || '&supplier=' || h.dropshipper_id as link,
    h.dropshipper_id, null::int as vendor_custom_feed_id, null::int as vendor_id
  from (${suppliersWithWrongAsins}) h
  join dropshipper d using (dropshipper_id)`

export const productStates: Pick<States, 'wrong_asins'> = { wrong_asins }
