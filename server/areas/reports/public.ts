// What other areas may call.
export { keepReports } from './revenue/keep-days.ts'
