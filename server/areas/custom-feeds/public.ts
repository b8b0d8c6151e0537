// What other areas may call.
export { forgetEndedFeeds } from './ended-feeds.ts'
export { readOwnFeeds, soldTables, takenBefore, type OwnFeed } from './sold.ts'
