// What other areas may call.
export { activityExports } from './exports.ts'
