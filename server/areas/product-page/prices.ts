import type { Parsed, Result } from '#contract/index.ts'
import type { Product } from '#contract/product-page/product.ts'
import { pricePageSize } from '#contract/product-page/sellers.ts'
import { productPrices } from '#server/areas/pricing/public.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownProduct } from './known-product.ts'

/** What finds a product's price at a vendor. */
export const pricedProduct = ({ product_id, sku, dropshipper_id, supplier_name, own_feed }: Product) => ({
  product_id,
  sku,
  dropshipper_id,
  supplier_name,
  owner: own_feed?.vendor_id ?? null,
})

export async function listProductPrices(
  { db }: Ctx,
  { params, query }: Parsed<'listProductPrices'>,
): Promise<Result<'listProductPrices'>> {
  const product = await knownProduct(db, params.product_id)
  return productPrices(db, pricedProduct(product), { ...query, size: pricePageSize })
}
