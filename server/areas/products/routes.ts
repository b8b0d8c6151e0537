import type { products } from '#contract/products.ts'
import type { Handlers } from '#server/platform/http.ts'
import { findProducts } from './find-products.ts'

export const productRoutes: Handlers<typeof products> = {
  find: ({ db }, { query }) => findProducts(db, { q: query.q, dropshipperId: query.dropshipper_id, limit: 50 }),
}
