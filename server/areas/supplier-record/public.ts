// What other areas may call.
export { createCategories, isChosenCategory } from './categories.ts'
export { readConfigNumbers } from './config-numbers.ts'
export { nameAlone, requireSupplier, rowsOfSupplier } from './known-supplier.ts'
export { ownFeed, ownFeedId } from './own-feed.ts'
export { supplierCurrency } from './supplier-currency.ts'
