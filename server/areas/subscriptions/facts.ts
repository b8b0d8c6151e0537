import { holdsFrom } from '#contract/subscriptions/standing.ts'
import type { PlanFacts, SubscriptionFacts } from '#contract/subscriptions/plan.ts'
import { activeIntegration, readyIntegration } from '#server/areas/vendors/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Clock } from '#server/platform/services.ts'

/** What a change of a vendor's subscriptions is worked out from, before the act and in it. */
export async function readFacts(db: Db, clock: Clock, vendorId: number) {
  const { rows: vendors } = await sql<Omit<PlanFacts, 'on'>>`
    select p.monthly_fee, v.credit_available, v.next_charge_date
    from vendor v
    left join plan_type p using (vendor_plan_type_id)
    where v.vendor_id = ${vendorId} and not v.is_staff`.execute(db)
  const vendor = vendors[0]
  if (!vendor) throw notFound('vendor')
  const { rows } = await sql<SubscriptionFacts>`
    select s.dropshipper_id, d.supplier_name as dropshipper_name, s.is_legacy, s.has_ebay_access,
      s.is_cancel_pending, s.is_pause_pending, s.paused_at, d.active_products,
      count(m.*)::int as integrations,
      (count(m.*) filter (where ${readyIntegration}))::int as ready_integrations,
      (count(m.*) filter (where ${activeIntegration}))::int as active_integrations
    from subscription s
    join dropshipper d using (dropshipper_id)
    left join vendor_market_map m using (vendor_id, dropshipper_id)
    where s.vendor_id = ${vendorId}
    group by s.vendor_supplier_id, s.vendor_id, s.dropshipper_id, d.dropshipper_id
    order by lower(d.supplier_name), s.dropshipper_id
    limit 2000`.execute(db)
  const now = new Date(clock.now()).toISOString()
  const plan: PlanFacts = { ...vendor, on: holdsFrom(vendor.next_charge_date, now.slice(0, 10)) }
  return { rows, plan, now }
}
