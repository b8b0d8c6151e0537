import type { Handlers } from '#server/platform/http/http.ts'
import { asinRoutes } from './asins/routes.ts'
import { findProducts } from './find-products.ts'
import { getImage, getImageSummary, listFailedImages, listImageChecks } from './images.ts'
import { getSearchIndex, listIndexLag, listIndexSyncs } from './index-state.ts'
import { listProducts } from './list-products.ts'
import { retryImages } from './retry-images.ts'

export const productRoutes: Handlers<'products'> = {
  findProducts,
  listProducts,
  listIndexSyncs,
  getSearchIndex,
  listIndexLag,
  listImageChecks,
  getImageSummary,
  listFailedImages,
  retryImages,
  getImage,
  ...asinRoutes,
}
