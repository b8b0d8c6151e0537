import type { Parsed, Result } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { historyPageSize } from '#contract/product-page/history.ts'
import type { SkuMatch } from '#contract/product-page/product-page.ts'
import { listingPageSize } from '#contract/product-page/sellers.ts'
import { productRefusal, type ProductAccess } from '#contract/subscriptions/restricted-access.ts'
import { productHistory } from '#server/areas/feeds/public.ts'
import { productPrices } from '#server/areas/pricing/public.ts'
import { identifierKey } from '#server/areas/products/public.ts'
import { accessColumns, requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { forbidden, Refusal } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownProduct } from './known-product.ts'
import { readListings } from './listings.ts'
import { pricedProduct } from './prices.ts'

const mostMatches = 20

/** The product with a SKU: for a vendor, the one that it has access to. */
export async function getProductContext(
  { db }: Ctx,
  { query }: Parsed<'getProductContext'>,
): Promise<Result<'getProductContext'>> {
  const { vendorId } = query
  if (vendorId !== undefined) await requireVendor(db, vendorId)
  const found = await readMatches(db, query)
  if (found.length === 0) throw new Refusal('not_found', messages.skuNotFound)
  const open = vendorId === undefined ? found : found.filter((match) => mayHave(match, vendorId))
  const [best] = open
  if (!best) throw forbidden(messages.noProductAccess)
  const product = await knownProduct(db, best.product_id)
  const [history, prices, { listings }] = await Promise.all([
    productHistory(db, historyOf(product), { size: historyPageSize }),
    vendorId === undefined
      ? null
      : productPrices(db, pricedProduct(product), { vendor_id: vendorId, size: 1 }),
    readListings(db, product.product_id, { vendor_id: vendorId, size: listingPageSize }),
  ])
  return {
    product,
    matches: open.map(toMatch),
    history,
    price_chain: prices?.vendors[0] ?? null,
    stores: listings,
  }
}

interface FoundSku extends SkuMatch, ProductAccess {
  owner: number | null
}
/** Nobody has what another vendor's custom feed alone has; a restricted supplier's products need access. */
const mayHave = (match: FoundSku, vendorId: number): boolean =>
  (match.owner === null || match.owner === vendorId) && productRefusal(match) === undefined
const toMatch = ({ product_id, sku, title, supplier_name, own_feed_of, active }: FoundSku): SkuMatch => ({
  product_id,
  sku,
  title,
  supplier_name,
  own_feed_of,
  active,
})

/**
 * Products with this SKU, however its separators and capitals are typed; those that the search index hasn't seen
 * yet by the SKU as typed. The vendor's own suppliers come first.
 */
async function readMatches(
  db: Db,
  { sku, vendorId, dropshipper_id }: Parsed<'getProductContext'>['query'],
): Promise<FoundSku[]> {
  const vendor = vendorId ?? null
  const { rows } = await sql<FoundSku>`
    with hit as (
      (select product_id from product_index where sku_key = ${identifierKey(sku)} limit 200)
      union
      (select product_id from product where sku = ${sku} limit 200))
    select p.product_id, p.sku, p.title, d.supplier_name, v.company as own_feed_of, c.vendor_id as owner,
      p.gone_tm is null and p.product_status_id = 1 as active, d.allow_browse,
      ${accessColumns(sql`${vendor}::int`)}
    from hit
    join product p using (product_id)
    join dropshipper d using (dropshipper_id)
    join feed f using (feed_id)
    left join vendor_custom_feed c on c.vendor_custom_feed_id = f.vendor_custom_feed_id
    left join vendor v on v.vendor_id = c.vendor_id
    where ${dropshipper_id === undefined ? sql`true` : sql`p.dropshipper_id = ${dropshipper_id}`}
    order by exists (
        select from subscription s where s.vendor_id = ${vendor}::int and s.dropshipper_id = p.dropshipper_id
      ) desc,
      p.sku = ${sku} desc, c.vendor_id is not null, active desc, p.product_id
    limit ${mostMatches}`.execute(db)
  return rows
}

/** What finds a product's history. */
export const historyOf = ({
  product_id,
  feed_id,
  created,
}: {
  product_id: number
  feed_id: number
  created: { feed_run_id: number }
}) => ({ product_id, feed_id, created_run_id: created.feed_run_id })
