// What other areas may call.
export { forgetEndedFeeds } from './ended-feeds.ts'
