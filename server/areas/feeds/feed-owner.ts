import { sql } from '#server/platform/database/db.ts'

/** A feed's supplier and the vendor whose custom feed it is; null: the supplier's own feed. */
export interface FeedOf {
  dropshipper_id: number
  vendor_id: number | null
  /** The supplier's name, for a custom feed. */
  custom_of: string | null
}
/** Columns for a statement that reads `feed`. */
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

/** Actions on a feed are logged with its supplier and, for a custom feed, with its vendor. */
export const ofFeed = ({ dropshipper_id, vendor_id, custom_of }: FeedOf, message: string) => ({
  dropshipper_id,
  vendor_id,
  message: custom_of === null ? message : `Custom feed from ${custom_of}: ${message}`,
})
