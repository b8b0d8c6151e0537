import { sql } from '#server/platform/database/db.ts'

type Sql = ReturnType<typeof sql>

/** Condition for a supplier's own feed, not a vendor's custom feed; of the feed with this alias. */
export const ownFeed = (feed: string) => sql<boolean>`${sql.ref(`${feed}.vendor_custom_feed_id`)} is null`

/** The id of a supplier's own feed. */
export const ownFeedId = (dropshipperId: number | Sql) => sql<number>`(
  select feed_id
  from feed
  where dropshipper_id = ${dropshipperId} and ${ownFeed('feed')})`
