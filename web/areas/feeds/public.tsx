// What other areas' screens may use.
export { FeedSettings } from './FeedSettings.tsx'
