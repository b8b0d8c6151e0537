import type { Parsed } from '#contract/index.ts'
import type { PricingView } from '#contract/pricing/price-rules.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { readPriceSet } from '#server/areas/listings/public.ts'

export const editedPriceRules = (vendorId: number): EditedRecord => ({
  entity: 'vendor',
  id: vendorId,
  types: ['pricing.save'],
})

export const listPriceRules = ({ db }: Ctx, { params }: Parsed<'listPriceRules'>) =>
  readPricing(db, params.vendor_id)

/** A vendor's rules, and what they may be of: its suppliers and markets, by name. */
export async function readPricing(db: Db, vendorId: number): Promise<PricingView> {
  const version = await versionOf(db, editedPriceRules(vendorId))
  const set = await readPriceSet(db, vendorId)
  const { rows: suppliers } = await sql<PricingView['suppliers'][number]>`
    select d.dropshipper_id, d.supplier_name as dropshipper_name, d.active_products as products,
      (
        select min(y.symbol)
        from dropshipper_currency c
        join currency y using (currency_id)
        where c.dropshipper_id = d.dropshipper_id
        having count(*) = 1
      ) as currency
    from dropshipper d
    where d.dropshipper_id in (
      select dropshipper_id from subscription where vendor_id = ${vendorId}
      union
      select dropshipper_id from price_rule where vendor_id = ${vendorId})
    order by lower(d.supplier_name), d.dropshipper_id
    limit 2000`.execute(db)
  const { rows: markets } = await sql<PricingView['markets'][number]>`
    select k.market_id, k.market_name, count(m.*) filter (where ${activeIntegration}) as integrations
    from market k
    left join vendor_market_map m on m.market_id = k.market_id and m.vendor_id = ${vendorId}
    where m.vendor_id is not null
      or k.market_id in (select market_id from price_rule where vendor_id = ${vendorId})
    group by k.market_id
    order by lower(k.market_name), k.market_id
    limit 500`.execute(db)
  return { version, ...set, suppliers, markets }
}
