import type { SendSettings } from '#contract/integrations/listing.ts'
import {
  pricing,
  type PricedProduct,
  type PriceProduct,
  type PriceSettings,
} from '#contract/pricing/price.ts'
import type { PricingSet } from '#contract/pricing/price-rules.ts'
import { sellingCurrencies, type CurrencyId, type PriceRule } from '#contract/pricing/rules.ts'
import { ownFeed, supplierCurrency } from '#server/areas/supplier-record/public.ts'
import { activeIntegration, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'

/** A vendor's price rules as they are kept, in the order in which they are shown. */
export async function readPriceSet(db: Db, vendorId: number): Promise<PricingSet> {
  const set = (await readPriceSets(db, [vendorId])).get(vendorId)
  if (!set) throw notFound('vendor')
  return set
}

const mostRulesOfVendor = 1000
const mostRatesOfVendor = 100

/** The same of several vendors, by vendor. */
export async function readPriceSets(db: Db, vendorIds: readonly number[]): Promise<Map<number, PricingSet>> {
  const vendors = await db
    .selectFrom('vendor')
    .select(['vendor_id', 'currency_id'])
    .where('vendor_id', 'in', vendorIds as number[])
    .where('is_staff', '=', false)
    .execute()
  const { rows: rules } = await sql<OfVendor & { rule: PriceRule }>`
    select r.vendor_id, to_jsonb(r) - 'vendor_id' - 'place' as rule
    from (
      select vendor_id, place, dropshipper_id, market_id, brand, cat1, cat2, cat3, cat4, cat5, markup_type_id,
        markup_value::text as markup_value, tiers, add_shipping, add_dropship_fee,
        minimum_margin::text as minimum_margin, ignore_map, cap_at_msrp, round_to
      from price_rule
      where vendor_id = any(${vendorIds as number[]}::int[])
      order by vendor_id, place
      limit ${vendorIds.length * mostRulesOfVendor}) r
    order by r.vendor_id, r.place`.execute(db)
  const { rows: rates } = await sql<OfVendor & { code: string; rate: string }>`
    select vendor_id, code, rate::text as rate
    from price_rate
    where vendor_id = any(${vendorIds as number[]}::int[])
    order by vendor_id, code
    limit ${vendorIds.length * mostRatesOfVendor}`.execute(db)
  const [rulesOf, ratesOf] = [Map.groupBy(rules, ofVendor), Map.groupBy(rates, ofVendor)]
  return new Map(
    vendors.map(({ vendor_id, currency_id }) => [
      vendor_id,
      {
        currency_id,
        rules: (rulesOf.get(vendor_id) ?? []).map(({ rule }) => rule),
        rates: (ratesOf.get(vendor_id) ?? []).map(({ code, rate }) => ({ code, rate })),
      },
    ]),
  )
}
interface OfVendor {
  vendor_id: number
}
const ofVendor = (row: OfVendor) => row.vendor_id

/** What prices products by a set of rules. */
export const priceBy = ({ rules, rates, currency_id }: PricingSet): PriceProduct =>
  pricing(rules, rates, sellingCurrencies[currency_id as CurrencyId])

export interface SoldProduct extends PricedProduct {
  product_id: number
  sku: string
  title: string | null
  active: boolean
}
/** What of a product `p` its price is made of; its supplier's currency where it says none. */
export const pricedColumns = sql`
  p.dropshipper_id, p.manufacturer, p.categories, p.wholesale_price, p.msrp, p.map_price, p.dropship_fee,
  p.shipping_cost, coalesce(p.currency, ${supplierCurrency('p.dropshipper_id')}) as currency`

/** What a feed `f` reads a cost from: a further file's column goes before the main one's. */
export const costEntry = sql`(
  select entry
  from (
    select -1 as place, f.mapping
    union all
    select further.position, further.mapping
    from feed_file further
    where further.feed_id = f.feed_id) files
  cross join jsonb_array_elements(files.mapping) entry
  where entry ->> 'field' = 'wholesale_price' and entry ->> 'from' <> ''
  order by place desc
  limit 1)`

export interface SoldThrough extends PriceSettings, SendSettings {
  vendor_market_map_id: number
  dropshipper_id: number
  market_name: string
}
/**
 * The active integrations of a vendor by their suppliers, but of those whose products aren't its own.
 * @param alsoId an integration that counts although it isn't active
 */
export async function integrationsBySupplier(
  db: Db,
  vendorId: number,
  alsoId?: number,
): Promise<Map<number, SoldThrough[]>> {
  const closedSuppliers = await suppliersClosedTo(db, vendorId)
  const { rows } = await sql<SoldThrough>`
    select m.*, k.market_name
    from vendor_market_map m
    join subscription s using (vendor_id, dropshipper_id)
    join market k using (market_id)
    where m.vendor_id = ${vendorId}
      and ((${activeIntegration}) or m.vendor_market_map_id = ${alsoId ?? 0})
      and m.dropshipper_id <> all(${closedSuppliers}::int[])
    order by lower(k.market_name), m.vendor_market_map_id
    limit 5000`.execute(db)
  return Map.groupBy(rows, (row) => row.dropshipper_id)
}

export const feedsOf = (dropshipperIds: readonly number[]) => sql`
  select f.dropshipper_id, f.feed_id
  from feed f
  where f.dropshipper_id = any(${sql.val(dropshipperIds)}::int[]) and ${ownFeed('f')}`

interface PricedMarket extends PriceSettings {
  market_name: string
}
/** Where nothing is sold yet: priced by the rules of no market. */
const noMarket: PricedMarket = {
  market_id: 0,
  market_name: '',
  sell_below_map: false,
  allow_ignore_brand_map: false,
  allow_price_override_below_map: false,
}
/** Where a vendor sells a supplier's products: each has its own price. */
export const pricedMarkets = async (
  db: Db,
  vendorId: number,
  dropshipperId: number,
): Promise<readonly PricedMarket[]> =>
  (await integrationsBySupplier(db, vendorId)).get(dropshipperId) ?? [noMarket]
