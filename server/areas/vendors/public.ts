// What other areas may call.
export { exactness, vendorsAlike, vendorsMatching, whyMatched } from './matching.ts'
export { readTerm, type Sought } from './term.ts'
export { vendorLogoFiles } from './logo.ts'
export { lockVendor, requireVendor, rowsOfVendor } from './known-vendor.ts'
export { activeIntegration } from './integrations.ts'
export { vendorsOf } from './read.ts'
export { accessColumns, suppliersClosedTo } from './supplier-access.ts'
