// What other areas' screens may use.
export { FeedSchedule } from './FeedSchedule.tsx'
export { GateReport } from './GateReport.tsx'
export { FeedSettings } from './FeedSettings.tsx'
