// What the shell and other areas may use.
export { LockedVendor } from './LockedVendor.tsx'
export { NoneOfVendor } from './NoneOfVendor.tsx'
export { viewAsCustomer } from './view-as-customer.ts'
