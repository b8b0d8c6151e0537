// What other areas may call.
export { forgetEndedFeeds } from './ended-feeds.ts'
export { readOwnFeeds, soldTables, takenIn, type OwnFeed } from './sold.ts'
