import type { Parsed } from '#contract/index.ts'
import type { VendorSubscription } from '#contract/vendors/subscriptions.ts'
import { ownStandings } from '#server/areas/feeds/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { activeIntegration } from './integrations.ts'
import { rowsOfVendor } from './known-vendor.ts'

export const listVendorSubscriptions = async ({ db }: Ctx, { params }: Parsed<'listVendorSubscriptions'>) =>
  rowsOfVendor(db, params.vendor_id, await readSubscriptions(db, params.vendor_id))

type Standing = 'standing' | 'standing_reason' | 'last_successful_run'
const noFeed = {
  standing: 'never_ran',
  standing_reason: 'The supplier has no feed of its own',
  last_good_run_tm: null,
} as const

/** By name, with how the suppliers' own feeds stand. */
export async function readSubscriptions(db: Db, vendorId: number): Promise<VendorSubscription[]> {
  const { rows } = await sql<Omit<VendorSubscription, Standing>>`
    select s.dropshipper_id, d.supplier_name as dropshipper_name, s.is_legacy, s.has_ebay_access,
      s.is_cancel_pending, d.active_products, s.insert_tm as since_tm,
      d.max_file_age_allowed_in_days * 24 as max_age_hours,
      coalesce(m.integrations, 0)::int as integrations,
      coalesce(m.active_integrations, 0)::int as active_integrations
    from subscription s
    join dropshipper d using (dropshipper_id)
    left join (
      select dropshipper_id, count(*) as integrations,
        count(*) filter (where ${activeIntegration}) as active_integrations
      from vendor_market_map m
      where vendor_id = ${vendorId}
      group by 1) m using (dropshipper_id)
    where s.vendor_id = ${vendorId}
    order by lower(d.supplier_name), s.dropshipper_id
    limit 2000`.execute(db)
  const standings = await ownStandings(
    db,
    rows.map((row) => row.dropshipper_id),
  )
  return rows.map((row) => {
    const of = standings.get(row.dropshipper_id) ?? noFeed
    const { standing, standing_reason, last_good_run_tm: last_successful_run } = of
    return { ...row, standing, standing_reason, last_successful_run }
  })
}
