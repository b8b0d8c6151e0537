// What other areas may call.
export { costEntry, pricedColumns, priceBy, readPriceSet } from './price-set.ts'
