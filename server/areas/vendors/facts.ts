import { onboardingDays, type VendorFacts } from '#contract/vendors/health.ts'
import type { VendorRow } from '#contract/vendors/vendors.ts'
import { inTrouble } from '#contract/feeds/standing.ts'
import { failureMarks } from '#contract/suppliers/failures.ts'
import { ownStandings } from '#server/areas/feeds/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { updatesOf } from './updates.ts'

type Counted = Pick<
  VendorFacts,
  | 'vendor_status_id'
  | 'billing_failures'
  | 'subscription_count'
  | 'total_active_integrations'
  | 'total_frozen'
> &
  Pick<VendorRow, 'vendor_id' | 'account_manager'>

/** What a vendor's health is worked out from, beside what its row counts already. */
export async function factsOf(db: Db, of: Counted): Promise<VendorFacts> {
  const [feeds, updates, stuck, declined] = await Promise.all([
    feedsInTrouble(db, of.vendor_id),
    updatesOf(db, of.vendor_id, failureMarks.days),
    stuckOf(db, of.vendor_id),
    declinedOf(db, of.vendor_id),
  ])
  const { vendor_status_id, billing_failures, subscription_count } = of
  const { total_active_integrations, total_frozen } = of
  return {
    vendor_status_id,
    billing_failures,
    subscription_count,
    total_active_integrations,
    total_frozen,
    has_account_manager: of.account_manager !== null,
    feeds,
    declined,
    stuck,
    ...updates,
  }
}

/** The vendor's suppliers whose feeds somebody should look at, by name. */
async function feedsInTrouble(db: Db, vendorId: number): Promise<VendorFacts['feeds']> {
  const suppliers = await db
    .selectFrom('subscription')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'subscription.dropshipper_id')
    .select(['dropshipper.dropshipper_id', 'supplier_name'])
    .where('vendor_id', '=', vendorId)
    .orderBy('supplier_name')
    .execute()
  const standings = await ownStandings(
    db,
    suppliers.map((s) => s.dropshipper_id),
  )
  const feeds: Record<string, string[]> = { failing: [], held: [], late: [], flaky: [] }
  for (const { dropshipper_id, supplier_name } of suppliers) {
    const standing = standings.get(dropshipper_id)?.standing
    if (standing && inTrouble(standing)) feeds[standing]?.push(supplier_name)
  }
  return feeds as unknown as VendorFacts['feeds']
}

/** Integrations that have been set up for too long. */
async function stuckOf(db: Db, vendorId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from vendor_market_map m
    join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_id = ${vendorId}
      and m.is_activated = 0
      and m.paused_at is null
      and not m.is_cancel_pending
      and not m.is_pause_pending
      and m.insert_tm < now() - make_interval(days => ${onboardingDays}::int)`.execute(db)
  return rows[0]!.n
}

/** The newest charge, where it didn't go through. */
async function declinedOf(db: Db, vendorId: number): Promise<VendorFacts['declined']> {
  const last = await db
    .selectFrom('vendor_charge')
    .select(['amount', 'tm', 'vendor_charge_status_id'])
    .where('vendor_id', '=', vendorId)
    .where('vendor_charge_trans_type_id', '=', 1)
    .orderBy('vendor_charge_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || (last.vendor_charge_status_id ?? 1) === 1) return null
  return { amount: last.amount, tm: last.tm }
}
