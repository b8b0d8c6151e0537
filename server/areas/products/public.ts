// What other areas may call.
export { checkImages, queueImageCheck } from './check-images.job.ts'
export { diagnoseProduct } from './diagnose-product.job.ts'
export { findProducts } from './find-products.ts'
export { imageCurrent, imageFailures, imageFile, imageHistory, retryImages } from './images.ts'
export { indexLag } from './search-index.ts'
export { queueIndexSync, syncIndex } from './sync-index.job.ts'
export { current, turns } from './turns.ts'
