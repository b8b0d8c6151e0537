import { priceText } from '#contract/pricing/price.ts'
import { currencySigns, whySteps } from '#contract/pricing/price-steps.ts'
import type { VendorPrice } from '#contract/product-page/sellers.ts'
import { productRefusal, type ProductAccess } from '#contract/subscriptions/restricted-access.ts'
import {
  priceBy,
  pricedColumns,
  readOwnFeedsOf,
  readPriceSets,
  soldTables,
  type SoldProduct,
  type SoldThrough,
} from '#server/areas/listings/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { accessColumns, activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

interface PricedHere {
  product_id: number
  sku: string
  dropshipper_id: number
  supplier_name: string
  /** The vendor whose custom feed has the product; null: it is the supplier's. */
  owner: number | null
}
interface PricePage {
  vendors: VendorPrice[]
  next: number | null
}

/**
 * The price of one product at each vendor with an integration of its supplier, by vendor id: by the vendor's own
 * rules, from what its custom feed makes of the product.
 */
export async function productPrices(
  db: Db,
  product: PricedHere,
  query: { vendor_id?: number | undefined; after?: number | undefined; size: number },
): Promise<PricePage> {
  const sellers = await readSellers(db, product, query)
  const page = sellers.slice(0, query.size)
  if (page.length === 0) return { vendors: [], next: null }
  const ids = page.map((seller) => seller.vendor_id)
  const [sets, sold, integrations] = await Promise.all([
    readPriceSets(db, ids),
    readSold(db, product, ids),
    readIntegrations(db, product, ids),
  ])
  const names = {
    supplier: () => product.supplier_name,
    market: (id: number) => integrations.find((m) => m.market_id === id)?.market_name ?? `market ${id}`,
  }
  const vendors = page.flatMap(({ vendor_id, company, ...access }): VendorPrice[] => {
    const set = sets.get(vendor_id)
    if (!set) return []
    const own = sold.find((row) => row.vendor_id === vendor_id)
    const isSold = own !== undefined && own.active && productRefusal(access) === undefined
    const priceOf = own && set.rules.length > 0 ? priceBy(set) : undefined
    const markets = integrations
      .filter((integration) => integration.vendor_id === vendor_id)
      .map((integration) => {
        const result = own && priceOf?.(own, integration)
        const { vendor_market_map_id, market_name, is_active: active } = integration
        const why = result ? whySteps(result, names, currencySigns[set.currency_id]) : []
        return {
          vendor_market_map_id,
          market_name,
          active,
          price: result ? (priceText(result) ?? null) : null,
          why,
        }
      })
    return [
      {
        vendor_id,
        company,
        currency_id: set.currency_id,
        custom_feed: own?.custom_feed ?? false,
        sold: isSold,
        quantity: own?.quantity ?? null,
        rules: set.rules.length > 0,
        markets,
      },
    ]
  })
  const last = page.at(-1)
  return { vendors, next: sellers.length > query.size && last ? last.vendor_id : null }
}

interface Seller extends ProductAccess {
  vendor_id: number
  company: string
}
async function readSellers(
  db: Db,
  { dropshipper_id, owner }: PricedHere,
  { vendor_id, after, size }: { vendor_id?: number | undefined; after?: number | undefined; size: number },
): Promise<Seller[]> {
  const only = vendor_id ?? owner
  const { rows } = await sql<Seller>`
    select v.vendor_id, v.company, d.allow_browse, ${accessColumns(sql`v.vendor_id`)}
    from vendor v
    cross join dropshipper d
    where d.dropshipper_id = ${dropshipper_id}
      and not v.is_staff
      and v.vendor_id in (
        select m.vendor_id
        from vendor_market_map m
        join subscription s using (vendor_id, dropshipper_id)
        where m.dropshipper_id = ${dropshipper_id})
      and ${only === null ? sql`true` : sql`v.vendor_id = ${only}`}
      and ${owner === null ? sql`true` : sql`v.vendor_id = ${owner}`}
      and ${after === undefined ? sql`true` : sql`v.vendor_id > ${after}`}
    order by v.vendor_id
    limit ${size + 1}`.execute(db)
  return rows
}

interface Sold extends SoldProduct {
  vendor_id: number
  quantity: number
  custom_feed: boolean
}
/** The product as each of these vendors is sold it; a vendor without a row isn't sold it as this product. */
async function readSold(
  db: Db,
  { product_id, sku, dropshipper_id }: PricedHere,
  ids: readonly number[],
): Promise<Sold[]> {
  const through = sql`
    select ids.vendor_id, f.dropshipper_id, f.feed_id
    from unnest(${ids as number[]}::int[]) as ids(vendor_id)
    cross join feed f
    where f.dropshipper_id = ${dropshipper_id} and ${ownFeed('f')}`
  const ownFeeds = await readOwnFeedsOf(db, ids, dropshipper_id)
  const { rows } = await sql<Sold>`
    with ${soldTables(through, ownFeeds, { sku, severalVendors: true })}
    select p.vendor_id, p.product_id, p.sku, p.title, p.active, p.quantity, ${pricedColumns},
      exists (select from own_feed w where w.vendor_id = p.vendor_id and w.live) as custom_feed
    from sold p
    where p.product_id = ${product_id}`.execute(db)
  return rows
}

interface Integration extends SoldThrough {
  vendor_id: number
  market_id: number
  is_active: boolean
}
async function readIntegrations(
  db: Db,
  { dropshipper_id }: PricedHere,
  ids: readonly number[],
): Promise<Integration[]> {
  const { rows } = await sql<Integration>`
    select m.*, k.market_name, ${activeIntegration} as is_active
    from vendor_market_map m
    join market k using (market_id)
    where m.dropshipper_id = ${dropshipper_id} and m.vendor_id = any(${ids as number[]}::int[])
    order by lower(k.market_name), m.vendor_market_map_id
    limit 2000`.execute(db)
  return rows
}
