import { sql } from '#server/platform/db.ts'

type Sql = ReturnType<typeof sql>

/** The feed whose products have variants: a supplier's own. */
export const ownFeed = (dropshipperId: number | Sql) => sql`(
  select feed_id
  from feed
  where dropshipper_id = ${dropshipperId}
    and vendor_custom_feed_id is null)`

/** The products that lists show and counts count, of `product p`: what the supplier's own feed has now. */
export const inFeed = (dropshipperId: number | Sql) =>
  sql`p.feed_id = ${ownFeed(dropshipperId)} and p.gone_tm is null`

/** Which of them each filter keeps, of `product_variant v`. Each is in one of the first three. */
export const keeps = {
  queue: sql`v.mapping_status = 'queued'`,
  mapped: sql`v.mapping_status = 'mapped'`,
  unmapped: sql`(v.mapping_status is null or v.mapping_status = 'unmapped')`,
  all: sql`true`,
} as const
