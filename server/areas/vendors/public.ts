// What other areas may call.
export { exactness, vendorsAlike, vendorsMatching, whyMatched } from './matching.ts'
export { readTerm, type Sought } from './term.ts'
export { vendorLogoFiles } from './logo.ts'
export { rowsOfVendor } from './known-vendor.ts'
export { activeIntegration } from './integrations.ts'
export { activeUser } from './active.ts'
export { keepActiveDay } from './active-trends.ts'
export { vendorsOf } from './read.ts'
