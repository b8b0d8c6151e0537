// What other areas may call.
export { readSubscriptions } from './read.ts'
export { sealSupplierConfig } from './seal-supplier-config.ts'
export { endAllSubscriptions, settleDueSubscriptions, settleSubscriptions } from './settle.ts'
