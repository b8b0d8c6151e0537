// What other areas may call.
export { forgetEndedFeeds } from './ended-feeds.ts'
export { soldByOwnFeeds } from './sold-by-own-feeds.ts'
export { readOwnFeeds, soldTables, takenIn, type OwnFeed } from './sold.ts'
