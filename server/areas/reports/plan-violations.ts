import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import type { PlanFamily } from '#contract/billing/promos.ts'
import type { Parsed } from '#contract/index.ts'
import {
  mostViolations,
  recomputeSeconds,
  violationKinds,
  violationsKeptMinutes,
  type PlanViolation,
  type PlanViolations,
  type ViolationKind,
} from '#contract/reports/plan-violations.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { cachedReport } from './report-cache.ts'

export async function getPlanViolations(
  ctx: Ctx,
  { query }: Parsed<'getPlanViolations'>,
): Promise<PlanViolations> {
  const { answer, computed_tm } = await cachedReport(ctx, {
    report: 'plan violations',
    keptMinutes: violationsKeptMinutes,
    anew: query.clearCache ? { seconds: recomputeSeconds } : undefined,
    compute: async () => {
      const report = await readPlanViolations(ctx.db, dayOf(ctx.clock.now()))
      return { ...report, violations: report.violations.slice(0, mostViolations) }
    },
  })
  return { ...answer, computed_tm }
}

const forPro: readonly PlanFamily[] = ['Pro', 'Plus', 'VIP']
const forEnterprise: readonly PlanFamily[] = ['VIP']
const forOrders: readonly PlanFamily[] = ['FA']

/** Stores and active integrations on platforms whose plan the vendor doesn't have, one row a platform. */
const platformUses = sql`
  select p.vendor_id, 'platform' as kind, min(u.since) as since,
    l.platform_name || ': ' || string_agg(distinct u.what, ', ' order by u.what) as what,
    case when l.requires_enterprise_plan then ${forEnterprise}::text[] else ${forPro}::text[] end as families,
    l.platform_id::text as detail
  from payer p
  join (
    select m.vendor_id, m.market_id, m.insert_tm as since, 'integration of ' || d.supplier_name as what
    from vendor_market_map m
    join dropshipper d using (dropshipper_id)
    where ${activeIntegration}
    union all
    select vendor_id, market_id, insert_tm, 'store ' || vendor_store_name
    from vendor_store) u using (vendor_id)
  join market k using (market_id)
  join platform l using (platform_id)
  where (l.requires_pro_plan and not p.families && ${forPro}::text[])
    or (l.requires_enterprise_plan and not p.families && ${forEnterprise}::text[])
  group by p.vendor_id, l.platform_id`
const orderAutomation = sql`
  select p.vendor_id, 'order_automation' as kind, min(c.insert_tm) as since,
    string_agg(c.channel_name, ', ' order by c.channel_name) as what, ${forOrders}::text[] as families,
    '' as detail
  from payer p
  join order_channel c using (vendor_id)
  where c.enable_order_automation and c.active and c.delete_tm is null and not p.families && ${forOrders}::text[]
  group by p.vendor_id`
const unbilled = sql`
  select p.vendor_id, 'unbilled' as kind, min(m.insert_tm) as since,
    count(*) || case when count(*) = 1 then ' active integration' else ' active integrations' end as what,
    null::text[] as families, '' as detail
  from payer p
  join vendor_market_map m on m.vendor_id = p.vendor_id and ${activeIntegration}
  where p.fee = 0
    and not exists (select from billing_extra e where e.vendor_id = p.vendor_id and e.billing_extra_cost > 0)
  group by p.vendor_id`
const expired = sql`
  select p.vendor_id, 'expired' as kind, p.expired_on::timestamptz as since,
    'Own plan of $' || p.own_fee || ' a month' as what, null::text[] as families, '' as detail
  from payer p
  where p.expired_on is not null`
const priority = sql`
  select p.vendor_id, 'priority' as kind, null::timestamptz as since, 'Priority support' as what,
    null::text[] as families, '' as detail
  from payer p
  where p.priority_given`

type Row = Omit<PlanViolation, 'key'> & { detail: string }

/** All violations; the screen lists the oldest of them. */
export async function readPlanViolations(
  db: Db,
  today: string,
): Promise<Omit<PlanViolations, 'computed_tm'>> {
  // an own plan counts with the fee in effect today, and has its plan type's families
  const { rows } = await sql<Row>`
    with payer as materialized (
      select v.vendor_id, v.company, v.account_manager_vendor_id, t.name as plan,
        coalesce(t.monthly_fee, 0) as plan_fee, coalesce(t.families, '{}') as families,
        coalesce(v.priority_support, false) and not coalesce(t.priority_support, false) as priority_given,
        b.monthly_fee as own_fee,
        case
          when b.monthly_fee is null or b.custom_billing_plan_start_tm > ${today}::date then coalesce(t.monthly_fee, 0)
          when b.billing_plan_will_expire and b.billing_plan_expiration_date <= ${today}::date
            then coalesce(n.monthly_fee, t.monthly_fee, 0)
          else b.monthly_fee
        end as fee,
        case
          when b.billing_plan_will_expire and b.billing_plan_expiration_date <= ${today}::date
            and b.billing_plan_default_id is null then b.billing_plan_expiration_date
        end as expired_on
      from vendor v
      left join plan_type t on t.vendor_plan_type_id = v.vendor_plan_type_id
      left join billing_plan b on b.vendor_id = v.vendor_id and v.has_custom_billing_plan
      left join plan_type n on n.vendor_plan_type_id = b.billing_plan_default_id
      where v.vendor_status_id = ${sql.lit(vendorStatus.active)} and not v.is_staff and v.deleted_tm is null
    ), found as (
      ${platformUses}
      union all ${orderAutomation}
      union all ${unbilled}
      union all ${expired}
      union all ${priority}
    )
    select f.kind, f.vendor_id, p.company, f.since, f.what, f.detail,
      case when p.own_fee is null then p.plan else 'Own plan' || coalesce(', ' || p.plan, '') end as plan,
      w.name as needs,
      case when w.name is not null then greatest(w.monthly_fee - p.fee, 0)::numeric(12,2)::text end as difference,
      m.company as manager
    from found f
    join payer p using (vendor_id)
    left join lateral (
      select name, monthly_fee
      from plan_type
      where families && f.families
      order by monthly_fee, vendor_plan_type_id
      limit 1) w on true
    left join vendor m on m.vendor_id = p.account_manager_vendor_id
    order by f.since nulls last, f.vendor_id, f.kind, f.detail`.execute(db)
  const violations = rows.map(({ detail, ...row }) => ({
    ...row,
    key: `${row.kind} ${row.vendor_id} ${detail}`,
  }))
  return {
    violations,
    total: violations.length,
    vendors: new Set(violations.map(({ vendor_id }) => vendor_id)).size,
    counts: countsOf(violations),
    difference: fromCents(mostOfVendors(violations)),
  }
}

/** A vendor needs a single plan: its largest difference counts. */
function mostOfVendors(violations: readonly PlanViolation[]): number {
  const most = new Map<number, number>()
  for (const { vendor_id, difference } of violations)
    most.set(vendor_id, Math.max(most.get(vendor_id) ?? 0, toCents(difference ?? '0')))
  return [...most.values()].reduce((sum, cents) => sum + cents, 0)
}

const differenceOf = (violations: readonly PlanViolation[]) =>
  fromCents(violations.reduce((sum, { difference }) => sum + toCents(difference ?? '0'), 0))
const countsOf = (violations: readonly PlanViolation[]): PlanViolations['counts'] =>
  (Object.keys(violationKinds) as ViolationKind[]).map((kind) => {
    const ofKind = violations.filter((violation) => violation.kind === kind)
    return { kind, violations: ofKind.length, difference: differenceOf(ofKind) }
  })
