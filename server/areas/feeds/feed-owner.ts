import { sql } from '#server/platform/database/db.ts'

/** A feed, and whose custom feed it is; null: a supplier's own. */
export interface FeedOf {
  dropshipper_id: number
  vendor_id: number | null
  /** Of a custom feed its supplier's name. */
  custom_of: string | null
}
/** Of a `feed` in a statement. */
export const vendorColumns = [
  sql<number | null>`(
    select c.vendor_id
    from vendor_custom_feed c
    where c.vendor_custom_feed_id = feed.vendor_custom_feed_id)`.as('vendor_id'),
  sql<string | null>`(
    select d.supplier_name
    from dropshipper d
    where d.dropshipper_id = feed.dropshipper_id and feed.vendor_custom_feed_id is not null)`.as('custom_of'),
] as const

/** Where what is done to a feed is logged: with its supplier and, of a custom feed, with its vendor. */
export const ofFeed = ({ dropshipper_id, vendor_id, custom_of }: FeedOf, message: string) => ({
  dropshipper_id,
  vendor_id,
  message: custom_of === null ? message : `Custom feed from ${custom_of}: ${message}`,
})
