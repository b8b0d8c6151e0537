import type { Handlers } from '#server/platform/http/http.ts'
import { listProductCategories } from './categories.ts'
import { getProductChain } from './chain.ts'
import { listProductHistory } from './history.ts'
import { listProductListings } from './listings.ts'
import { listProductPrices } from './prices.ts'
import { getProductContext } from './product-context.ts'
import { getProduct } from './product.ts'

export const productPageRoutes: Handlers<'product-page'> = {
  getProductContext,
  listProductCategories,
  getProduct,
  getProductChain,
  listProductHistory,
  listProductPrices,
  listProductListings,
}
