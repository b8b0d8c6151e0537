import type { BillTerms, CustomPlan, PlanFee } from '#contract/billing/bill.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'

/** What a vendor's bills are made of, and when the next one is charged. */
export interface VendorTerms extends BillTerms {
  vendor_plan_type_id: number | null
  next_charge_date: string | null
  /** Its own plan, in use or not. */
  own: (CustomPlan & { billing_plan_default_id: number | null }) | null
}
interface Row {
  vendor_plan_type_id: number | null
  next_charge_date: string | null
  credit_available: string
  has_custom_billing_plan: boolean
  plan: PlanFee | null
  own: VendorTerms['own']
  extras: BillTerms['extras']
}

export async function billTerms(db: Db, vendorId: number): Promise<VendorTerms> {
  const { rows } = await sql<Row>`
    select v.vendor_plan_type_id, v.next_charge_date, v.credit_available, v.has_custom_billing_plan,
      case when p.name is not null then
        jsonb_build_object('name', p.name, 'monthly_fee', p.monthly_fee::text) end as plan,
      case when b.vendor_id is not null then
        jsonb_build_object(
          'monthly_fee', b.monthly_fee::text,
          'custom_billing_plan_start_tm', b.custom_billing_plan_start_tm,
          'billing_plan_will_expire', b.billing_plan_will_expire,
          'billing_plan_expiration_date', b.billing_plan_expiration_date,
          'billing_plan_default_id', b.billing_plan_default_id,
          'billing_plan_default', case when d.name is not null then
            jsonb_build_object('name', d.name, 'monthly_fee', d.monthly_fee::text) end) end as own,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('billing_extra_name', t.billing_extra_name,
              'billing_extra_cost', e.billing_extra_cost::text)
            order by lower(t.billing_extra_name)),
          '[]')
        from billing_extra e
        join billing_extra_type t using (billing_extra_type_id)
        where e.vendor_id = v.vendor_id
      ) as extras
    from vendor v
    left join plan_type p using (vendor_plan_type_id)
    left join billing_plan b using (vendor_id)
    left join plan_type d on d.vendor_plan_type_id = b.billing_plan_default_id
    where v.vendor_id = ${vendorId} and not v.is_staff`.execute(db)
  const row = rows[0]
  if (!row) throw notFound('vendor')
  const { has_custom_billing_plan: uses, ...terms } = row
  return { ...terms, custom: uses ? row.own : null }
}
