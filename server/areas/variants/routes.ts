import type { Handlers } from '#server/platform/http.ts'
import { acceptSuggestions, mapVariants, queueVariants, unmapVariants, unqueueVariants } from './change-mapping.ts'
import { listAvailableParents, listManualMapping, listMappableProducts, listParents, listVariants } from './read.ts'
import { checkParentSku, saveParent } from './save-parent.ts'

export const variantRoutes: Handlers<'variants'> = {
  listMappableProducts,
  listManualMapping,
  listParents,
  listAvailableParents,
  checkParentSku,
  saveParent,
  listVariants,
  mapVariants,
  unmapVariants,
  unqueueVariants,
  queueVariants,
  acceptSuggestions,
}
