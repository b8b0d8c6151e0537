import type { RawBuilder } from 'kysely'
import type { OfVendor } from '#contract/operation.ts'
import { sql } from '#server/platform/database/db.ts'

/** A vendor's id, or the subquery that finds it. */
export type VendorReference = number | RawBuilder<unknown>
const ofFeed = (feed: RawBuilder<unknown>) => sql`(
  select c.vendor_id
  from feed f
  join vendor_custom_feed c using (vendor_custom_feed_id)
  where f.feed_id = ${feed})`

/** The vendor that a record belongs to; a supplier's own feed belongs to none. */
export const vendorOf: Record<OfVendor, (id: number) => VendorReference> = {
  vendor: (id) => id,
  note: (id) => sql`(select vendor_id from vendor_note where vendor_note_id = ${id})`,
  subscription: (id) => sql`(select vendor_id from subscription where vendor_supplier_id = ${id})`,
  store: (id) => sql`(select vendor_id from vendor_store where vendor_store_id = ${id})`,
  promo_code_usage: (id) => sql`(
    select vendor_id from promo_code_usage where promo_code_usage_id = ${id})`,
  custom_feed: (id) => sql`(select vendor_id from vendor_custom_feed where vendor_custom_feed_id = ${id})`,
  feed: (id) => ofFeed(sql`${id}`),
  run: (id) => ofFeed(sql`(select feed_id from feed_run where feed_run_id = ${id})`),
  expectation: (id) => ofFeed(sql`(select feed_id from feed_expectation where feed_expectation_id = ${id})`),
  export: (id) => sql`(select (input ->> 'vendor_id')::int from list_export where list_export_id = ${id})`,
  job: (id) => sql`(
    select coalesce(st.vendor_id, cf.vendor_id)
    from job j
    left join vendor_store st
      on j.param_name = 'vendor_store_id' and st.vendor_store_id::text = j.param_value
    left join vendor_custom_feed cf
      on j.param_name = 'vendor_custom_feed_id' and cf.vendor_custom_feed_id::text = j.param_value
    where j.job_id = ${id})`,
  back_test: (id) => ofFeed(sql`(select feed_id from feed_back_test where feed_back_test_id = ${id})`),
}
