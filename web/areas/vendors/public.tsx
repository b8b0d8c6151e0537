// What the shell and other areas may use.
export { viewAsCustomer } from './page/view-as-customer.ts'
