// What other areas may call.
export { pricedColumns, priceBy, readPriceSet } from './price-set.ts'
