// What other areas may call.
export { runBatch as runAsinBatch } from './asins/batch/run-batch.job.ts'
export { importAsins } from './asins/upload/import-asins.job.ts'
export { asinFiles, queueAsinImport } from './asins/upload/upload-asins.ts'
export { checkImages, queueImageCheck } from './check-images.job.ts'
export { diagnoseProduct, productFindings } from './diagnose-product.job.ts'
export { lookUpProducts } from './find-products.ts'
export { identifierKey } from './search-index.ts'
export { queueIndexSync, syncIndex } from './sync-index.job.ts'
