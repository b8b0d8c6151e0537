// What other areas' screens may use.
export { FeedSchedule } from './FeedSchedule.tsx'
export { FeedSettings } from './FeedSettings.tsx'
