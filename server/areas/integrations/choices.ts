import type { Parsed, Result } from '#contract/index.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

type Choices = Result<'listIntegrationChoices'>

/** What an integration can be made of: every market, and the suppliers that a vendor is subscribed to. */
export async function listIntegrationChoices(
  { db }: Ctx,
  { params: { vid } }: Parsed<'listIntegrationChoices'>,
): Promise<Choices> {
  await requireVendor(db, vid)
  const [markets, suppliers] = await Promise.all([
    sql<Choices['markets'][number]>`
      select k.market_id, k.market_name,
        (
          select count(*)
          from vendor_store st
          where st.vendor_id = ${vid} and st.market_id = k.market_id
        ) as stores
      from market k
      order by lower(k.market_name), k.market_id
      limit 2000`.execute(db),
    sql<Choices['suppliers'][number]>`
      select s.dropshipper_id, d.supplier_name as dropshipper_name,
        array(
          select m.market_id
          from vendor_market_map m
          where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id) as market_ids
      from subscription s
      join dropshipper d using (dropshipper_id)
      where s.vendor_id = ${vid}
      order by lower(d.supplier_name), s.dropshipper_id
      limit 2000`.execute(db),
  ])
  return { markets: markets.rows, suppliers: suppliers.rows }
}
