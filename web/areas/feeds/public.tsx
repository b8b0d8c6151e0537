// What other areas' screens may use.
export { FeedSettings } from './FeedSettings.tsx'
export { FeedUpload } from './FeedUpload.tsx'
