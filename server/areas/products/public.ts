// What other areas may call.
export { checkImages, queueImageCheck } from './check-images.job.ts'
export { diagnoseProduct, productFindings } from './diagnose-product.job.ts'
export { lookUpProducts } from './find-products.ts'
export { identifierKey } from './search-index.ts'
export { queueIndexSync, syncIndex } from './sync-index.job.ts'
