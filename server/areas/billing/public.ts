// What other areas may call.
export { matchesPaperNumber as paperCalled, vendorsMatching as vendorsCalled } from './paper-search.ts'
export { addBillItem as keepForBill, planToday, prorateRest } from './prorate-rest.ts'
export { previewNextBill as nextBillMoved, readBilling, readNextBill } from './read.ts'
export { type VendorTerms, billTerms, billTermsOf } from './terms.ts'
