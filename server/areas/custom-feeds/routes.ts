import type { Handlers } from '#server/platform/http/http.ts'
import { listVendorCustomFeeds } from './list-custom-feeds.ts'
import { listCustomFeedChoices, listDynamicPricingOptions } from './options.ts'
import { getCustomFeed } from './read.ts'
import { removeCustomFeed } from './remove-custom-feed.ts'
import { resetCustomFeedIndex } from './reset-custom-feed-index.ts'
import { saveCustomFeed } from './save-custom-feed.ts'

export const customFeedRoutes: Handlers<'custom-feeds'> = {
  listVendorCustomFeeds,
  listCustomFeedChoices,
  saveCustomFeed,
  getCustomFeed,
  listDynamicPricingOptions,
  resetCustomFeedIndex,
  removeCustomFeed,
}
