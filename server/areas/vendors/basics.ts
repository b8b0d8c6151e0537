import type { Parsed } from '#contract/index.ts'
import { mostYearsToCharge, orderVolumes, type VendorBasicsView } from '#contract/vendors/basics.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Clock, Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'

/** What the form of a vendor's basic info edits; its plan can also be changed on a tab of its own. */
export const editedBasics = (id: number): EditedRecord => ({
  entity: 'vendor',
  id,
  types: ['vendor.save', 'billing.plan_type'],
})

const day = 86_400_000
export function latestCharge(clock: Clock): string {
  const last = new Date(clock.now())
  last.setUTCFullYear(last.getUTCFullYear() + mostYearsToCharge)
  return last.toISOString().slice(0, 10)
}
const tomorrow = (clock: Clock) => new Date(clock.now() + day).toISOString().slice(0, 10)
/**
 * The first day on which a charge may be scheduled: tomorrow in UTC, and not before the end of the period
 * that was last paid for.
 */
export async function earliestCharge(db: Db | Tx, clock: Clock, vendorId: number): Promise<string> {
  const { rows } = await sql<{ earliest: string }>`
    select greatest(${tomorrow(clock)}::date, max(starts) + 1) as earliest
    from billing_period
    where vendor_id = ${vendorId}`.execute(db)
  return singleRow(rows).earliest
}

export const getVendorBasics = ({ db, clock }: Ctx, { params }: Parsed<'getVendorBasics'>) =>
  readBasics(db, clock, params.vendor_id)

/** A vendor's basic info with the choices for its fields. */
export async function readBasics(db: Db, clock: Clock, id: number): Promise<VendorBasicsView> {
  const version = await versionOf(db, editedBasics(id))
  const vendor = await db
    .selectFrom('vendor')
    .select(['company', 'vendor_status_id', 'vendor_plan_type_id', 'order_volume', 'priority_support'])
    .select(['optimized_sync_oa', 'credit_available', 'next_charge_date'])
    .where('vendor_id', '=', id)
    .where('is_staff', '=', false)
    .executeTakeFirst()
  if (!vendor) throw notFound('vendor')
  const [vendorCategories, all, plans] = await Promise.all([
    categoriesOf(db, id),
    db
      .selectFrom('catalog_category')
      .select(['catalog_category_id', 'catalog_category_name'])
      .orderBy(sql`lower(catalog_category_name)`)
      .limit(2000)
      .execute(),
    db
      .selectFrom('plan_type')
      .select(['vendor_plan_type_id', 'name', 'priority_support'])
      .orderBy('monthly_fee')
      .limit(100)
      .execute(),
  ])
  return {
    version,
    vendor: { ...vendor, order_volume: orderVolumes.find((v) => v === vendor.order_volume) ?? 'Unknown' },
    vendor_categories: vendorCategories,
    all_categories: all,
    plans,
    earliest_charge_date: await earliestCharge(db, clock, id),
    latest_charge_date: latestCharge(clock),
  }
}

export const categoriesOf = (db: Db | Tx, vendorId: number) =>
  db
    .selectFrom('vendor_category')
    .innerJoin(
      'catalog_category',
      'catalog_category.catalog_category_id',
      'vendor_category.catalog_category_id',
    )
    .select(['catalog_category.catalog_category_id', 'catalog_category_name'])
    .where('vendor_id', '=', vendorId)
    .orderBy(sql`lower(catalog_category_name)`)
    .limit(500)
    .execute()
