// What other areas may call.
export { productPrices } from './product-prices.ts'
