import type { variants } from '#contract/variants.ts'
import type { Handlers } from '#server/platform/http.ts'
import { acceptSuggestions, mapVariantsInto, queueVariants, unmapVariants, unqueueVariants } from './change-mapping.ts'
import { parentList, parentsAvailable, parentVariants, variantProducts } from './read.ts'
import { checkParent, saveParent } from './save-parent.ts'

export const variantRoutes: Handlers<typeof variants> = {
  products: variantProducts,
  parents: parentList,
  parentsAvailable,
  checkParent,
  saveParent,
  variants: parentVariants,
  map: mapVariantsInto,
  unmap: unmapVariants,
  unqueue: unqueueVariants,
  queue: queueVariants,
  acceptSuggestions,
}
