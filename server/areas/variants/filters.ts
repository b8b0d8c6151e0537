import { ownFeedId } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'

type Sql = ReturnType<typeof sql>

/**
 * The products that lists show and counts include, from `product p`: those that the supplier's own feed
 * has now.
 */
export const inFeed = (dropshipperId: number | Sql) =>
  sql`p.feed_id = ${ownFeedId(dropshipperId)} and p.gone_tm is null`

/**
 * The condition of each filter on `product_variant v`. Each product matches exactly one of the first
 * three.
 */
export const keeps = {
  queue: sql`v.mapping_status = 'queued'`,
  mapped: sql`v.mapping_status = 'mapped'`,
  unmapped: sql`(v.mapping_status is null or v.mapping_status = 'unmapped')`,
  all: sql`true`,
} as const
