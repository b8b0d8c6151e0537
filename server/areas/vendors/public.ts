// What other areas may call.
import { approvable } from '#server/areas/approvals/public.ts'
import { basicInfoAct } from './save-vendor.ts'

export { eraseAccounts } from './deletion/erase-accounts.ts'
export { keepVendorHealth } from './health/keep-health.ts'
export { vendorLogoFiles } from './logo.ts'
export { keepActiveDay } from './search/active-trends.ts'
export { activeUser, listActiveVendors } from './search/active.ts'
export { mostPlaces, placesMatching, vendorsAlike, vendorsIn, whyMatched } from './search/matching.ts'
export { vendorsOf } from './search/search-vendors.ts'
export { type Sought, readTerm } from './search/term.ts'
export const vendorActs = [approvable(basicInfoAct)]
