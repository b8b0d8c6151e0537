import type { Parsed } from '#contract/index.ts'
import { listingPageSize, type ProductListing } from '#contract/product-page/sellers.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownProduct } from './known-product.ts'

export async function listProductListings({ db }: Ctx, { params, query }: Parsed<'listProductListings'>) {
  await knownProduct(db, params.product_id)
  return readListings(db, params.product_id, { ...query, size: listingPageSize })
}

interface ListingQuery {
  vendor_id?: number | undefined
  after?: number | undefined
  size: number
}
interface ListingPage {
  total: number
  listings: ProductListing[]
  next: number | null
}

/** The stores that show a product, by id; for one vendor also its stores that refused it. */
export async function readListings(
  db: Db,
  productId: number,
  { vendor_id, after, size }: ListingQuery,
): Promise<ListingPage> {
  const found = sql`
    from store_product sp
    join vendor_store st using (vendor_store_id)
    where sp.product_id = ${productId}
      and ${vendor_id === undefined ? sql`sp.in_store` : sql`st.vendor_id = ${vendor_id}`}`
  const page = sql<ProductListing>`
    select st.vendor_store_id, st.vendor_store_name, v.vendor_id, v.company, v.currency_id, k.market_name,
      sp.in_store, sp.quantity, sp.price::text, sp.active, sp.sent_tm, sp.refused_text, st.stopped_reason,
      st.behind_since is not null as behind
    from (
      select st.vendor_store_id
      ${found} and ${after === undefined ? sql`true` : sql`st.vendor_store_id > ${after}`}
      order by st.vendor_store_id
      limit ${size + 1}) page
    join store_product sp on sp.vendor_store_id = page.vendor_store_id and sp.product_id = ${productId}
    join vendor_store st on st.vendor_store_id = page.vendor_store_id
    join vendor v using (vendor_id)
    join market k using (market_id)
    order by st.vendor_store_id`
  const [{ rows }, { rows: counts }] = await Promise.all([
    page.execute(db),
    sql<{ total: number }>`select count(*) as total ${found}`.execute(db),
  ])
  const listings = rows.slice(0, size)
  return {
    total: singleRow(counts).total,
    listings,
    next: rows.length > size ? (listings.at(-1)?.vendor_store_id ?? null) : null,
  }
}
