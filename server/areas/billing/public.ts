// What other areas may call.
export { readBilling } from './read.ts'
export { billTerms } from './terms.ts'
