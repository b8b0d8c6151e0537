// What other areas may call.
export { failureLevel } from './reports.ts'
export { requireSupplier, rowsOfSupplier } from './known-supplier.ts'
