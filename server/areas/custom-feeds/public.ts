// What other areas may call.
export { forgetEndedFeeds } from './ended-feeds.ts'
export { optionColumns, toOptions, type OptionRow } from './options.ts'
