import type { RawBuilder } from 'kysely'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import type { HangingCode } from '#contract/subscriptions/plan.ts'
import { activeIntegration, readyIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** Vendors' codes, oldest first, with what decides their effect on the next bills. */
export async function promosOf(db: Db, vendorIds: readonly number[]): Promise<Map<number, VendorPromo[]>> {
  const { rows } = await sql<VendorPromo & { vendor_id: number }>`
    select u.vendor_id, u.promo_code_usage_id, u.given_tm, u.given_by, ${promoColumns(sql.ref('u.vendor_id'))}
    from promo_code_usage u
    join promo_code c using (promo_code_id)
    ${promoScope}
    where u.vendor_id = any(${vendorIds as number[]}::int[]) and u.removed_tm is null
    order by u.given_tm, u.promo_code_usage_id`.execute(db)
  const promos = new Map<number, VendorPromo[]>(vendorIds.map((id) => [id, []]))
  for (const { vendor_id, ...promo } of rows) promos.get(vendor_id)?.push(promo)
  return promos
}

/** A vendor's codes that depend on its subscriptions. */
export async function hangingCodes(db: Db, vendorId: number): Promise<HangingCode[]> {
  const { rows } = await sql<HangingCode>`
    select u.promo_code_usage_id, c.dropshipper_id as supplier,
      array(
        select m.dropshipper_id
        from vendor_market_map m
        where m.vendor_id = u.vendor_id and m.market_id = c.market_id and ${readyIntegration}) as in_market
    from promo_code_usage u
    join promo_code c using (promo_code_id)
    where u.vendor_id = ${vendorId}
      and u.removed_tm is null
      and (c.dropshipper_id is not null or c.market_id is not null)`.execute(db)
  return rows
}

/** How many bills a code applies to; null: all. */
export const mostBills = sql`case when c.is_recurring then c.recurring_billing_cycles else 1 end`

/** The columns of a code `c` for a vendor whose usage of it is `u`. */
export const promoColumns = (vendorId: RawBuilder<unknown>) => sql`
  c.promo_code_id, c.promo_code, c.description, c.percentage_based, c.discount, c.enable_optimized_sync,
  c.plan_only, r.bills_used, r.money_given, ${mostBills} - r.bills_used as bills_left,
  case when p.name is not null then
    jsonb_build_object('vendor_plan_type_id', p.vendor_plan_type_id, 'name', p.name) end as for_plan,
  case when d.supplier_name is not null then
    jsonb_build_object('name', d.supplier_name, 'subscribed', exists (
      select
      from subscription s
      where s.vendor_id = ${vendorId} and s.dropshipper_id = c.dropshipper_id and not s.is_cancel_pending
    )) end as for_supplier,
  case when k.market_name is not null then
    jsonb_build_object('name', k.market_name, 'active', exists (
      select
      from vendor_market_map m
      where m.vendor_id = ${vendorId}
        and m.market_id = c.market_id
        and ${activeIntegration}
        and not m.is_cancel_pending
        and not m.is_pause_pending
    )) end as for_market`

/** The joins that `promoColumns` needs beside `c` and `u`. */
export const promoScope = sql`
  left join plan_type p on p.vendor_plan_type_id = c.billing_plan_id
  left join dropshipper d on d.dropshipper_id = c.dropshipper_id
  left join market k on k.market_id = c.market_id
  cross join lateral (
    select count(*)::int as bills_used, coalesce(sum(amount), 0.00) as money_given
    from promo_redemption
    where promo_code_usage_id = u.promo_code_usage_id) r`
