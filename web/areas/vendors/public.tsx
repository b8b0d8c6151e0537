// What the shell may use.
export { viewAsCustomer } from './view-as-customer.ts'
