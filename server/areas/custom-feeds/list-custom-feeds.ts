import { present } from '#contract/present.ts'
import type { VendorCustomFeed } from '#contract/custom-feeds/custom-feeds.ts'
import type { Parsed } from '#contract/index.ts'
import { customStandings } from '#server/areas/feeds/public.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Columns of `vendor_custom_feed c`, its `feed f` and `dropshipper d` that the list and the page share. */
export const customFeedColumns = sql`
  c.vendor_custom_feed_id, c.dropshipper_id, d.supplier_name as dropshipper_name, f.feed_id,
  f.source->>'kind' as feed_access_type, f.format->>'kind' as feed_filetype,
  d.max_file_age_allowed_in_days * 24 as max_age_hours, c.active, c.is_restricted_setup as is_restricted,
  c.is_custom_price_setup as custom_price, c.add_out_of_stock_product, c.dynamic_pricing_tier,
  c.dynamic_restricted_access,
  (
    select count(*)
    from product p
    where p.feed_id = f.feed_id and p.gone_tm is null and p.product_status_id = 1
  ) as products`
type Standings = Awaited<ReturnType<typeof customStandings>>
export type CustomFeedRow = Omit<VendorCustomFeed, keyof NonNullable<ReturnType<Standings['get']>>> & {
  feed_id: number
}

/** A vendor's custom feeds by their suppliers' names. */
export async function listVendorCustomFeeds({ db }: Ctx, { params }: Parsed<'listVendorCustomFeeds'>) {
  const { rows } = await sql<CustomFeedRow>`
    select ${customFeedColumns}
    from vendor_custom_feed c
    join dropshipper d using (dropshipper_id)
    join feed f using (vendor_custom_feed_id)
    where c.vendor_id = ${params.vid}
    order by lower(d.supplier_name)
    limit 500`.execute(db)
  const standings = await customStandings(
    db,
    rows.map((row) => row.vendor_custom_feed_id),
  )
  const feeds = rows.map((row) => ({
    ...row,
    ...present(standings.get(row.vendor_custom_feed_id), `Custom feed ${row.vendor_custom_feed_id}`),
  }))
  return rowsOfVendor(db, params.vid, feeds)
}
