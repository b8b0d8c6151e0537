import type { Parsed } from '#contract/index.ts'
import { chargeDue, chargePageSize, type VendorCharge } from '#contract/vendors/billing.ts'
import { frozenByNextCharge } from '#server/areas/subscriptions/public.ts'
import { sql } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { sorted } from '#server/platform/sql.ts'
import { requireVendor } from './known-vendor.ts'
import { vendorsOf } from './read.ts'

/** A vendor's plan among the others, and what its next charge is made of. */
export async function getVendorBilling({ db }: Ctx, { params }: Parsed<'getVendorBilling'>) {
  const [[row], plans, vendor, frozen] = await Promise.all([
    vendorsOf(db, [params.vendor_id]),
    sql<Plan>`
      select p.vendor_plan_type_id, p.name, p.monthly_fee, p.priority_support,
        (
          select count(*)
          from vendor v
          where v.vendor_plan_type_id = p.vendor_plan_type_id and not v.is_staff
        ) as vendors
      from plan_type p
      order by p.monthly_fee, p.vendor_plan_type_id
      limit 100`.execute(db),
    db
      .selectFrom('vendor')
      .select(['is_staff', 'vendor_plan_type_id', 'vendor_status_id', 'credit_available'])
      .where('vendor_id', '=', params.vendor_id)
      .executeTakeFirst(),
    frozenByNextCharge(db, params.vendor_id),
  ])
  if (!row || !vendor || vendor.is_staff) throw notFound('vendor')
  const { vendor_plan_type_id, credit_available } = vendor
  const plan = plans.rows.find((p) => p.vendor_plan_type_id === vendor_plan_type_id)
  const monthly_fee = plan?.monthly_fee ?? null
  const { next_charge_date, billing_failures } = row
  return {
    plan: plan?.name ?? null,
    monthly_fee,
    priority_support: plan?.priority_support ?? false,
    plans: plans.rows,
    vendor_plan_type_id,
    next_charge_date,
    credit_available,
    frozen_suppliers: frozen,
    billing_failures,
    suspended: vendor.vendor_status_id === 2 || vendor.vendor_status_id === 3,
    due: chargeDue({ monthly_fee, frozen, credit_available }),
  }
}
interface Plan {
  vendor_plan_type_id: number
  name: string
  monthly_fee: string
  priority_support: boolean
  vendors: number
}

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
