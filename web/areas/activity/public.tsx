// What other areas' screens may use.
export { LogPager, LogTable } from './LogTable.tsx'
export { RecentActivity } from './RecentActivity.tsx'
