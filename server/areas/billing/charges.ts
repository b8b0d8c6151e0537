import { chargePageSize, type VendorCharge } from '#contract/billing/billing.ts'
import type { Parsed } from '#contract/index.ts'
import { requireVendor } from '#server/areas/vendors/public.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { sorted } from '#server/platform/sql.ts'

/** What charges are sorted by, then by id. */
const chargeKeys = {
  tm: sql`vendor_charge_id`,
  type: sql`vendor_charge_trans_type_id`,
  status: sql`case when refund_tm is null then coalesce(vendor_charge_status_id, 1) else 0 end`,
  what: sql`lower(charge_description)`,
  transaction: sql`coalesce(transaction_num, '')`,
  credit: sql`credit_used`,
  amount: sql`amount`,
} as const

export async function listVendorCharges({ db }: Ctx, { params, query }: Parsed<'listVendorCharges'>) {
  const { vendor_id } = params
  const { key, way } = sorted(query.sort, chargeKeys)
  const [sums, charges] = await Promise.all([
    // no status counts as success
    sql<{ total: number; charged: string; refunded: string }>`
      select count(*) as total,
        coalesce(sum(amount) filter (
          where vendor_charge_trans_type_id = 1 and coalesce(vendor_charge_status_id, 1) = 1), 0)::text
          as charged,
        coalesce(sum(amount) filter (
          where vendor_charge_trans_type_id = 3 and coalesce(vendor_charge_status_id, 1) = 1), 0)::text
          as refunded
      from vendor_charge
      where vendor_id = ${vendor_id}`.execute(db),
    sql<VendorCharge>`
      select vendor_charge_id, tm, amount, credit_used, vendor_charge_trans_type_id,
        vendor_charge_status_id, transaction_num, charge_description, refund_tm
      from vendor_charge
      where vendor_id = ${vendor_id}
      order by ${key} ${way}, vendor_charge_id ${way}
      limit ${chargePageSize}
      offset ${(query.page - 1) * chargePageSize}`.execute(db),
  ])
  if (sums.rows[0]!.total === 0) await requireVendor(db, vendor_id)
  return { ...sums.rows[0]!, charges: charges.rows }
}
