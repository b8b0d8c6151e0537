import type { Handlers } from '#server/platform/http/http.ts'
import { acceptSuggestions } from './accept-suggestions.ts'
import { mapVariants } from './map-variants.ts'
import { queueVariants } from './queue-variants.ts'
import { listManualMapping, listMappableProducts } from './read.ts'
import { listAvailableParents, listParents, listVariants } from './read-parents.ts'
import { checkParentSku, saveParent } from './save-parent.ts'
import { unmapVariants } from './unmap-variants.ts'
import { unqueueVariants } from './unqueue-variants.ts'

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
