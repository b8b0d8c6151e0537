// What other areas may call.
import { approvable } from '#server/areas/approvals/public.ts'
import { extrasAct } from './save-extras.ts'
import { customPlanAct, planTypeAct, useCustomPlanAct } from './save-plan.ts'

export { matchesPaperNumber as paperCalled, vendorsMatching as vendorsCalled } from './paper-search.ts'
export { hangingCodes, mostBills, promoColumns, promoScope, promosOf } from './promos-of.ts'
export { addBillItem as keepForBill, planToday, prorateRest } from './prorate-rest.ts'
export { previewNextBill as nextBillMoved, readBilling, readNextBill } from './read.ts'
export { type VendorTerms, billTerms, billTermsOf } from './terms.ts'
export { chargeState, chargesOf, selectCharges, toCharge } from './charges.ts'
export { billsOfYear } from './money-moved.ts'
export { vendorAct } from './vendor-act.ts'
export const billingActs = [
  approvable(extrasAct),
  approvable(planTypeAct),
  approvable(customPlanAct),
  approvable(useCustomPlanAct),
]
