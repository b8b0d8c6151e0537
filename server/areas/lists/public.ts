// What other areas may call.
export { exportList } from './export-list.job.ts'
export { exportFiles } from './old-exports.ts'
