import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { EditedRecord } from '#server/platform/database/versions.ts'

export interface KnownCustomFeed {
  vendor_custom_feed_id: number
  vendor_id: number
  dropshipper_id: number
  dropshipper_name: string
  feed_id: number
}

/** Throws if there is no such custom feed. */
export async function knownCustomFeed(db: Db, id: number): Promise<KnownCustomFeed> {
  const { rows } = await sql<KnownCustomFeed>`
    select c.vendor_custom_feed_id, c.vendor_id, c.dropshipper_id, d.supplier_name as dropshipper_name,
      f.feed_id
    from vendor_custom_feed c
    join dropshipper d using (dropshipper_id)
    join feed f using (vendor_custom_feed_id)
    where c.vendor_custom_feed_id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('custom feed')
  return rows[0]
}

/** What its dialog edits; some of it belongs to the feed itself. */
export const editedCustomFeed = (feedId: number): EditedRecord => ({
  entity: 'feed',
  id: feedId,
  types: ['custom_feed.save', 'feed.settings'],
})
/** Where its activity is logged: with its vendor and its supplier. */
export const activityFields = ({ vendor_id, dropshipper_id, feed_id }: KnownCustomFeed) => ({
  vendor_id,
  dropshipper_id,
  entity: 'feed',
  entity_id: feed_id,
})
