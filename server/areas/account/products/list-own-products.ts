import { ownProductPageSize, type OwnProduct } from '#contract/account/own-products.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { priceText } from '#contract/pricing/price.ts'
import {
  feedsOf,
  priceBy,
  pricedColumns,
  pricedMarkets,
  readOwnFeeds,
  readPriceSet,
  soldTables,
  type SoldProduct,
} from '#server/areas/listings/public.ts'
import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { all, contains, sortOrder } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { ownVendor } from '../own-vendor.ts'

type Query = Parsed<'listOwnProducts'>['query']
type Row = SoldProduct & Pick<OwnProduct, 'quantity' | 'changed_tm'> & { total: number }

const sortKeys = {
  sku: sql`p.sku`,
  title: sql`lower(p.title)`,
  quantity: sql`p.quantity`,
  changed: sql`p.changed_run_id`,
} as const

/** What the customer is sold of a supplier, priced as its stores are (docs/domain/account.md, Products of a supplier). */
export async function listOwnProducts(
  ctx: Ctx,
  { params, query }: Parsed<'listOwnProducts'>,
): Promise<Result<'listOwnProducts'>> {
  const { db } = ctx
  const vendorId = ownVendor(ctx, 'suppliers')
  const dropshipper_name = await subscribedSupplier(db, vendorId, params.dropshipper_id)
  const [set, markets, rows] = await Promise.all([
    readPriceSet(db, vendorId),
    pricedMarkets(db, vendorId, params.dropshipper_id),
    readSold(db, { vendorId, dropshipperId: params.dropshipper_id, query }),
  ])
  const isPriced = set.rules.length > 0
  const priceOf = priceBy(set)
  return {
    dropshipper_name,
    currency_id: set.currency_id,
    priced: isPriced,
    total: rows[0]?.total ?? 0,
    products: rows.map(({ product_id, sku, title, quantity, changed_tm, ...row }) => ({
      product_id,
      sku,
      title,
      quantity,
      changed_tm,
      prices: markets.map((market) => ({
        market_name: market.market_name,
        price: isPriced
          ? (priceText(priceOf({ product_id, sku, title, ...row } as SoldProduct, market)) ?? null)
          : null,
      })),
    })),
  }
}

/** The name of a supplier that the customer gets products from; any other isn't found. */
async function subscribedSupplier(db: Db, vendorId: number, dropshipperId: number): Promise<string> {
  const row = await db
    .selectFrom('subscription')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'subscription.dropshipper_id')
    .select('supplier_name')
    .where('vendor_id', '=', vendorId)
    .where('subscription.dropshipper_id', '=', dropshipperId)
    .executeTakeFirst()
  if (!row) throw notFound('supplier')
  if ((await suppliersClosedTo(db, vendorId)).includes(dropshipperId)) throw notFound('supplier')
  return row.supplier_name
}

async function readSold(
  db: Db,
  { vendorId, dropshipperId, query }: { vendorId: number; dropshipperId: number; query: Query },
): Promise<Row[]> {
  const { search, availability, sort, page } = query
  const searchPattern = contains(search)
  const conditions = [
    sql<boolean>`p.active`,
    search !== '' && sql<boolean>`(p.sku ilike ${searchPattern} or p.title ilike ${searchPattern})`,
    availability !== undefined &&
      sql<boolean>`${availability === 'in_stock' ? sql`p.quantity > 0` : sql`p.quantity <= 0`}`,
  ]
  // only a page's rows are priced, so that their texts aren't sorted
  const { rows } = await sql<Row>`
    with ${soldTables(feedsOf([dropshipperId]), await readOwnFeeds(db, vendorId))},
    found as (
      select p.product_id, p.sku, p.title, p.quantity, p.changed_run_id, p.dropshipper_id, p.manufacturer,
        p.categories, p.wholesale_price, p.msrp, p.map_price, p.dropship_fee, p.shipping_cost, p.currency,
        true as active, count(*) over ()::int as total
      from sold p
      where ${all(conditions)}
      order by ${sortOrder(sort, sortKeys).blanksLast}, p.sku, p.product_id
      limit ${ownProductPageSize}
      offset ${(page - 1) * ownProductPageSize})
    select p.product_id, p.sku, p.title, p.quantity, p.active, p.total,
      coalesce(r.applied_tm, r.end_tm) as changed_tm, ${pricedColumns}
    from found p
    left join feed_run r on r.feed_run_id = p.changed_run_id
    order by ${sortOrder(sort, sortKeys).blanksLast}, p.sku, p.product_id`.execute(db)
  return rows
}
