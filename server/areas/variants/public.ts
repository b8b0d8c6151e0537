// What other areas may call.
export { mapVariants, queueVariantMapping } from './map-variants.job.ts'
export { manualVariantMapping } from './read.ts'
