// What other areas may call.
export { mapVariantsJob, queueVariantMapping } from './map-variants.job.ts'
export { readOptions } from './suggest.ts'
