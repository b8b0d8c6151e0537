import type { Parsed } from '#contract/index.ts'
import { productRefusal, type ProductAccess } from '#contract/subscriptions/restricted-access.ts'
import { frozenByThen, subscriptionState } from '#contract/subscriptions/standing.ts'
import { frozenCost } from '#contract/billing/bill.ts'
import type { SubscriptionsView, VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { isActive } from '#contract/vendors/status.ts'
import { optionColumns, toOptions, type OptionRow } from '#server/areas/custom-feeds/public.ts'
import { ownStandings } from '#server/areas/feeds/public.ts'
import { accessColumns, activeIntegration, requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { editedSubscriptions } from './edited.ts'

export const listVendorSubscriptions = ({ db }: Ctx, { params }: Parsed<'listVendorSubscriptions'>) =>
  readView(db, params.vendor_id)

/** A vendor's subscriptions as they are edited: a set with one version. */
export async function readView(db: Db, vendorId: number): Promise<SubscriptionsView> {
  const version = await versionOf(db, editedSubscriptions(vendorId))
  const [vendor, subscriptions] = await Promise.all([
    requireVendor(db, vendorId),
    readSubscriptions(db, vendorId),
  ])
  const frozenCount = frozenByThen(subscriptions)
  return {
    version,
    next_charge_date: vendor.next_charge_date,
    charged: isActive(vendor),
    frozen_fee: frozenCost(frozenCount),
    subscriptions,
  }
}

type Standing = 'standing' | 'standing_reason' | 'last_successful_run'
const noFeed = {
  standing: 'never_ran',
  standing_reason: 'The supplier has no feed',
  last_good_run_tm: null,
} as const
type Row = Omit<VendorSubscription, Standing | 'state' | 'no_access' | 'supports_dynamic_custom_feeds'> &
  ProductAccess &
  OptionRow & { custom_feed_support: number }

/** By name, with the status of the suppliers' own feeds. */
export async function readSubscriptions(db: Db, vendorId: number): Promise<VendorSubscription[]> {
  const { rows } = await sql<Row>`
    select s.dropshipper_id, d.supplier_name as dropshipper_name, s.vendor_supplier_id, s.is_legacy,
      s.has_ebay_access, s.is_cancel_pending, s.is_pause_pending, s.paused_at, d.active_products,
      d.allow_browse, d.allow_browse <> -2 as on_dropshipper_core,
      d.custom_feed_support, ${optionColumns}, ${accessColumns(vendorId)},
      (
        select count(*)
        from dropshipper_custom_feed_field f
        where f.dropshipper_id = s.dropshipper_id
          and f.required
          and not exists (
            select
            from subscription_config c
            where c.vendor_supplier_id = s.vendor_supplier_id
              and c.custom_feed_field_id = f.custom_feed_field_id)
      ) as open_fields,
      (
        select count(*)
        from subscription_warehouse w
        where w.vendor_supplier_id = s.vendor_supplier_id
      ) as warehouses,
      s.insert_tm as since_tm, d.max_file_age_allowed_in_days * 24 as max_age_hours,
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
    const supplierStanding = standings.get(row.dropshipper_id) ?? noFeed
    const { standing, standing_reason, last_good_run_tm: last_successful_run } = supplierStanding
    const no_access = productRefusal(row) ?? null
    const state = subscriptionState(row)
    const offers = toOptions(row)
    const supports_dynamic_custom_feeds =
      row.custom_feed_support > 0 && (offers.tiers.length > 0 || offers.restricted_access)
    return {
      ...row,
      supports_dynamic_custom_feeds,
      standing,
      standing_reason,
      last_successful_run,
      no_access,
      state,
    }
  })
}
