// What other areas may call.
export { readBilling, readNextBill } from './read.ts'
export { billTerms, billTermsOf, type VendorTerms } from './terms.ts'
