import { holdsFrom } from '#contract/subscriptions/standing.ts'
import type { PlanFacts, SubscriptionFacts } from '#contract/subscriptions/plan.ts'
import { isActive } from '#contract/vendors/status.ts'
import { billTerms, hangingCodes } from '#server/areas/billing/public.ts'
import { activeIntegration, readyIntegration, requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Clock } from '#server/platform/services.ts'

/** The facts from which a change of a vendor's subscriptions is planned, before the act and in it. */
export async function readFacts(db: Db, clock: Clock, vendorId: number) {
  const terms = await billTerms(db, clock, vendorId)
  const isCharged = isActive(await requireVendor(db, vendorId))
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
  const { next_charge_date } = terms
  const today = now.slice(0, 10)
  const plan: PlanFacts = {
    terms,
    hanging: await hangingCodes(db, vendorId),
    next_charge_date,
    charged: isCharged,
    bill_date: next_charge_date ?? today,
    on: holdsFrom(next_charge_date, today),
  }
  return { rows, plan, now }
}
