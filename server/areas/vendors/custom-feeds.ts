import type { Parsed } from '#contract/index.ts'
import type { VendorCustomFeed } from '#contract/vendors/custom-feeds.ts'
import { customStandings } from '#server/areas/feeds/public.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rowsOfVendor } from './known-vendor.ts'

type Standing = 'standing' | 'standing_reason' | 'last_successful_run' | 'last_run_id'
const noFeed = {
  standing: null,
  standing_reason: 'It has no file yet',
  last_good_run_tm: null,
  last_run_id: null,
}

/** A vendor's custom feeds by their suppliers' names. */
export async function listVendorCustomFeeds({ db }: Ctx, { params }: Parsed<'listVendorCustomFeeds'>) {
  const { rows } = await sql<Omit<VendorCustomFeed, Standing>>`
    select f.vendor_custom_feed_id, f.dropshipper_id, d.supplier_name as dropshipper_name, f.active,
      f.is_restricted_setup as is_restricted, f.is_custom_price_setup as custom_price,
      d.max_file_age_allowed_in_days * 24 as max_age_hours
    from vendor_custom_feed f
    join dropshipper d using (dropshipper_id)
    where f.vendor_id = ${params.vid}
    order by lower(d.supplier_name)
    limit 500`.execute(db)
  const standings = await customStandings(
    db,
    rows.map((row) => row.vendor_custom_feed_id),
  )
  const feeds = rows.map((row) => {
    const of = standings.get(row.vendor_custom_feed_id) ?? noFeed
    const { standing, standing_reason, last_good_run_tm: last_successful_run, last_run_id } = of
    return { ...row, standing, standing_reason, last_successful_run, last_run_id }
  })
  return rowsOfVendor(db, params.vid, feeds)
}
