// What other areas may call.
export { exactness, vendorsAlike, vendorsMatching, whyMatched } from './matching.ts'
export { readTerm, type Sought } from './term.ts'
export { vendorLogoFiles } from './logo.ts'
export { eraseAccounts } from './erase-accounts.ts'
export { refuseLocked } from './refuse-locked.ts'
export { rowsOfVendor } from './known-vendor.ts'
export { activeIntegration } from './integrations.ts'
export { vendorsOf } from './read.ts'
