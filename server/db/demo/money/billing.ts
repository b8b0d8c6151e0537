import { sql, type Tx } from '#server/platform/database/db.ts'

/** What some vendors are billed besides or instead of their plan. */
export async function seedBilling(tx: Tx): Promise<void> {
  await sql`
    insert into billing_extra_type (billing_extra_name)
    values ('Extra logins'), ('Dedicated onboarding'), ('Phone support'), ('Additional store'),
      ('Daily image refresh')`.execute(tx)
  await sql`
    insert into billing_extra
    select v.vendor_id, t.billing_extra_type_id, (array[15, 49.5, 25, 19.99, 9])[t.billing_extra_type_id]
    from vendor v
    join billing_extra_type t on (v.vendor_id + t.billing_extra_type_id * 3) % 17 = 0
    where not v.is_staff and v.vendor_plan_type_id is not null`.execute(tx)
  // some in effect, some in the future, some unused
  await sql`
    insert into billing_plan
    select vendor_id, p.monthly_fee * 0.8, current_date - 60 + vendor_id % 3 * 45, vendor_id % 2 = 0,
      case when vendor_id % 2 = 0 then current_date + 90 end,
      case when vendor_id % 4 = 0 then p.vendor_plan_type_id end
    from vendor v
    join plan_type p using (vendor_plan_type_id)
    where not v.is_staff and v.vendor_id % 23 = 7 and p.monthly_fee > 0`.execute(tx)
  await sql`
    update vendor v
    set has_custom_billing_plan = true
    from billing_plan b
    where b.vendor_id = v.vendor_id and v.vendor_id % 5 > 0`.execute(tx)
}
