// What other areas may call.
export {
  type ShownCounts,
  beyondSql,
  shownCounts,
  shownPrice,
  shownQuantity,
  soldAfterSql,
  soldSql,
  takesDownSql,
} from './effects.ts'
export {
  type SoldProduct,
  type SoldThrough,
  costEntry,
  feedsOf,
  integrationsBySupplier,
  priceBy,
  pricedColumns,
  pricedMarkets,
  readPriceSet,
  readPriceSets,
} from './price-set.ts'
export { soldByOwnFeeds } from './sold-by-own-feeds.ts'
export { type OwnFeed, readOwnFeeds, readOwnFeedsOf, soldTables, takenIn } from './sold-products.ts'
