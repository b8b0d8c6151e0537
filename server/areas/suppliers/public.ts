// What other areas may call.
export { failureLevel } from './reports.ts'
