// What other areas may call.
export { paperCalled, vendorsCalled } from './called.ts'
export { keepForBill, planToday, prorateRest } from './prorate-rest.ts'
export { nextBillMoved, readBilling, readNextBill } from './read.ts'
export { type VendorTerms, billTerms, billTermsOf } from './terms.ts'
