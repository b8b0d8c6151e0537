// What other areas' screens may use.
export { LogTable } from './LogTable.tsx'
export { RecentActivity } from './RecentActivity.tsx'
