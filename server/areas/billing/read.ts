import { dayOf } from '#contract/billing/days.ts'
import { billOn, planOn } from '#contract/billing/bill.ts'
import { afterMoney, type MoneyMove } from '#contract/billing/proration.ts'
import type { BillingView } from '#contract/billing/billing.ts'
import type { EventType } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import { frozenByThen } from '#contract/subscriptions/standing.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Clock, Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { billTerms } from './terms.ts'

const ownTypes: readonly EventType[] = ['billing.plan_type', 'billing.plan', 'billing.extras']
export const editedBilling = (vendorId: number): EditedRecord => ({
  entity: 'vendor',
  id: vendorId,
  types: ownTypes,
  shares: { type: 'vendor.save', field: 'vendor_plan_type_id' },
})
/** A request to change it, with the version it was made for: another's change until it is approved is a conflict. */
export async function keepBilling<
  Request extends { vendor_id: number; body: { version?: number | undefined } },
>(tx: Tx, request: Request): Promise<Request> {
  const { vendor_id, body } = request
  return {
    ...request,
    body: { ...body, version: body.version ?? (await versionOf(tx, editedBilling(vendor_id))) },
  }
}
const promoTypes: readonly EventType[] = ['promo_code.give', 'promo_code.change', 'promo_code.remove']
const mostHistory = 50

export const getVendorBilling = ({ db, clock }: Ctx, { params }: Parsed<'getVendorBilling'>) =>
  readBilling(db, clock, params.vendor_id)

/** The newest changes of a vendor's plan and extras, each with the custom plan's expiry as of that change. */
async function planHistory(db: Db, vendorId: number): Promise<BillingView['billing_plan_history']> {
  const { rows } = await sql<BillingView['billing_plan_history'][number]>`
    select activity_id, tm, action_by_name as by, message, reason,
      (plan.changes #>> '{billing_plan_will_expire,to}')::boolean as billing_plan_will_expire,
      expiry.changes #>> '{billing_plan_expiration_date,to}' as billing_plan_expiration_date
    from activity
    -- what a change left as it was comes from the last change of it before
    left join lateral (
      select p.changes
      from activity p
      where p.vendor_id = ${vendorId} and p.type = 'billing.plan' and p.activity_id <= activity.activity_id
        and p.changes ? 'billing_plan_will_expire'
      order by p.activity_id desc
      limit 1
    ) plan on true
    left join lateral (
      select p.changes
      from activity p
      where p.vendor_id = ${vendorId} and p.type = 'billing.plan' and p.activity_id <= activity.activity_id
        and p.changes ? 'billing_plan_expiration_date'
      order by p.activity_id desc
      limit 1
    ) expiry on true
    where vendor_id = ${vendorId}
      and (type = any(${[...ownTypes, ...promoTypes] as string[]})
        or (type = 'vendor.save' and activity.changes ? 'vendor_plan_type_id'))
    order by activity_id desc
    limit ${mostHistory}`.execute(db)
  return rows
}

/** A vendor's billing: its plan among all plans, extras, their history, and the next bill. */
export async function readBilling(db: Db, clock: Clock, vendorId: number): Promise<BillingView> {
  const version = await versionOf(db, editedBilling(vendorId))
  await requireVendor(db, vendorId)
  const [{ own: ownPlan, custom, ...terms }, frozenCount, vendor, plans, extras, types, history] =
    await Promise.all([
      billTerms(db, clock, vendorId),
      frozenByNextCharge(db, vendorId),
      db
        .selectFrom('vendor')
        .select(['vendor_status_id', 'billing_failures'])
        .where('vendor_id', '=', vendorId)
        .executeTakeFirstOrThrow(),
      sql<BillingView['plans'][number]>`
      select p.vendor_plan_type_id, p.name, p.monthly_fee, p.priority_support, p.families,
        (
          select count(*)
          from vendor v
          where v.vendor_plan_type_id = p.vendor_plan_type_id and not v.is_staff
        ) as vendors
      from plan_type p
      order by p.monthly_fee, p.vendor_plan_type_id
      limit 100`.execute(db),
      sql<Omit<BillingView['billing_extras'][number], 'id'> & { billing_extra_type_id: number }>`
      select billing_extra_type_id, billing_extra_name, billing_extra_cost
      from billing_extra
      join billing_extra_type using (billing_extra_type_id)
      where vendor_id = ${vendorId}
      order by lower(billing_extra_name)`.execute(db),
      sql<BillingView['billing_extra_types'][number]>`
      select billing_extra_type_id, billing_extra_name
      from billing_extra_type
      order by lower(billing_extra_name)
      limit 500`.execute(db),
      planHistory(db, vendorId),
    ])
  const { plan, next_charge_date, vendor_plan_type_id, credit_available } = terms
  const bill_date = next_charge_date ?? dayOf(clock.now())
  return {
    version,
    plan: plan?.name ?? null,
    monthly_fee: plan?.monthly_fee ?? null,
    priority_support:
      plans.rows.find((p) => p.vendor_plan_type_id === vendor_plan_type_id)?.priority_support ?? false,
    plans: plans.rows,
    vendor_plan_type_id,
    has_custom_billing_plan: custom !== null,
    billing_plan: ownPlan,
    billing_extras: extras.rows.map(({ billing_extra_type_id, ...extra }) => ({
      ...extra,
      id: { vendor_id: vendorId, billing_extra_type_id },
    })),
    pending: terms.pending,
    periods: terms.periods,
    today: dayOf(clock.now()),
    promos: terms.promos,
    billing_extra_types: types.rows,
    billing_plan_history: history,
    counts: planOn({ plan, custom }, bill_date),
    bill_date,
    next_charge_date,
    credit_available,
    due: billOn({ ...terms, custom }, bill_date, frozenCount),
    frozen_suppliers: frozenCount,
    billing_failures: vendor.billing_failures,
    suspended: unpaidOf(vendor.vendor_status_id) !== null,
  }
}

/** A vendor's next charge, its date, and the plan, as of today. */
export async function readNextBill(db: Db, clock: Clock, vendorId: number) {
  const [{ custom, plan, ...terms }, frozenCount] = await Promise.all([
    billTerms(db, clock, vendorId),
    frozenByNextCharge(db, vendorId),
  ])
  const { next_charge_date, credit_available } = terms
  const day = next_charge_date ?? dayOf(clock.now())
  const counts = planOn({ plan, custom }, day)
  return {
    plan: counts && { name: counts.name, monthly_fee: counts.monthly_fee },
    next_charge_date,
    credit_available,
    bill: billOn({ ...terms, plan, custom }, day, frozenCount),
  }
}

/** A vendor's next charge, now and after money has moved. */
export async function previewNextBill(
  db: Db,
  clock: Clock,
  vendorId: number,
  move: MoneyMove,
): Promise<{ from: string; to: string }> {
  const [terms, frozenCount] = await Promise.all([
    billTerms(db, clock, vendorId),
    frozenByNextCharge(db, vendorId),
  ])
  const total = (vendorTerms: typeof terms) =>
    billOn(vendorTerms, vendorTerms.next_charge_date ?? dayOf(clock.now()), frozenCount).total
  return { from: total(terms), to: total(afterMoney(terms, move)) }
}

/** How many frozen suppliers a vendor's next charge includes. */
export async function frozenByNextCharge(db: Db, vendorId: number): Promise<number> {
  const rows = await db
    .selectFrom('subscription')
    .select(['is_cancel_pending', 'is_pause_pending', 'paused_at'])
    .where('vendor_id', '=', vendorId)
    .limit(2000)
    .execute()
  return frozenByThen(rows)
}
