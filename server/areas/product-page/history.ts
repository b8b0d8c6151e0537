import type { Parsed } from '#contract/index.ts'
import { historyPageSize, type ProductHistory } from '#contract/product-page/history.ts'
import { productHistory } from '#server/areas/feeds/public.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownProduct } from './known-product.ts'
import { historyOf } from './product-context.ts'

export async function listProductHistory(
  { db }: Ctx,
  { params, query }: Parsed<'listProductHistory'>,
): Promise<ProductHistory> {
  const product = await knownProduct(db, params.product_id)
  return productHistory(db, historyOf(product), { ...query, size: historyPageSize })
}
